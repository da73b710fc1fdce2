// The other ways to a model-ready PNG, in a process of their own: some of them end it. One word a line on stdin starts
// a run, one JSON object a line on stdout gives its milliseconds and bytes.
import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { createInterface } from 'node:readline';
import { screen } from '@nut-tree-fork/nut-js';
import sharp, { type Sharp } from 'sharp';
import { Workbench } from '../../../helper/picture/workbench.ts';
import { Connection } from '../../../helper/platform/linux/connection.ts';
import { listMonitors } from '../../../helper/platform/linux/monitors.ts';
import { ScreenGrab } from '../../../helper/platform/linux/screen-grab.ts';
import { loadXLibrary } from '../../../helper/platform/linux/x-library.ts';
import { PNG_LEVEL } from '../../../helper/platform/sharp-codec.ts';
import { fullCrop } from '../../../protocol/helper/geometry.ts';

const screenshotDesktop: (options: { format: 'png' }) => Promise<Buffer> = createRequire(import.meta.url)(
  'screenshot-desktop',
);
const x = await loadXLibrary();
const connection = Connection.open(x);
const grabber = await ScreenGrab.open(x);
const [display] = connection ? listMonitors(connection) : [];
if (!grabber || !display) throw new Error('There is no display.');
const target = fullCrop(display);
const readyFrame = await grabber.grab(display);
const whole = { left: 0, top: 0, width: display.width, height: display.height };
const { rgb: ready } = new Workbench().develop(readyFrame, whole, 'full');
const workbench = new Workbench();

const finish = (picture: Sharp) =>
  picture.resize(target.width, target.height, { fit: 'fill' }).png({ compressionLevel: PNG_LEVEL }).toBuffer();
const fromRgb = (data: Buffer, width: number, height: number) =>
  finish(sharp(data, { raw: { width, height, channels: 3 } }));

const runs: Record<string, () => Promise<Buffer>> = {
  /** The least that is possible: the shared-memory grab, then resize and encode of pixels that are RGB already. */
  async ideal() {
    await grabber.grab(display);
    return fromRgb(ready.data, ready.width, ready.height);
  },
  /** With the helper's own, fast swap of channels, since toRGB() would cost several times as much. */
  async 'nut-js'() {
    const { data, width, height } = await screen.grab();
    const pixels = new Uint32Array(data.buffer, data.byteOffset, width * height);
    const { rgb } = workbench.develop({ width, height, pixels }, { left: 0, top: 0, width, height }, 'full');
    return fromRgb(rgb.data, width, height);
  },
  async 'screenshot-desktop'() {
    return finish(sharp(await screenshotDesktop({ format: 'png' })).removeAlpha());
  },
  ImageMagick() {
    const script = `import -window root png:- | convert png:- -resize ${target.width}x${target.height}! png:-`;
    return new Promise((resolve, reject) => {
      execFile('sh', ['-c', script], { encoding: 'buffer', maxBuffer: 1 << 26, timeout: 60_000 }, (error, out) =>
        error ? reject(error) : resolve(out),
      );
    });
  },
};

for await (const line of createInterface({ input: process.stdin })) {
  const run = runs[line];
  if (!run) continue;
  const start = performance.now();
  const { length } = await run();
  process.stdout.write(`${JSON.stringify({ ms: performance.now() - start, bytes: length })}\n`);
}
process.exit(0);
