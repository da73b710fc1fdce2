import { copyFileSync, linkSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import sharp from 'sharp';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { BUILT_HELPER, openBuiltComputer } from '../../support/built-computer.ts';

let directory = '';

beforeEach(() => {
  // Beside the built one, so that the large files can be hard links.
  directory = mkdtempSync(join(BUILT_HELPER, '../helper-test-'));
  for (const entry of readdirSync(BUILT_HELPER, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const source = join(entry.parentPath, entry.name);
    const target = join(directory, relative(BUILT_HELPER, source));
    mkdirSync(dirname(target), { recursive: true });
    try {
      linkSync(source, target);
    } catch {
      copyFileSync(source, target);
    }
  }
});
afterEach(() => rmSync(directory, { recursive: true }));

test('an untouched copy is started and scales a picture without any display', async () => {
  const { encoder, service, lines } = openBuiltComputer(
    { DISPLAY: '', XAUTHORITY: '', WAYLAND_DISPLAY: '' },
    { helperDirectory: directory },
  );
  try {
    const picture = { width: 40, height: 20, channels: 3 as const, background: '#204060' };
    const data = await sharp({ create: picture }).png().toBuffer();
    const signal = new AbortController().signal;
    const result = await encoder.encode({ data, maxEdge: 10, maxBytes: 10_000, format: 'png', signal });
    expect(result).toMatchObject({ mime: 'image/png', width: 10, height: 5 });
    await expect(
      encoder.encode({ data: Buffer.from('no picture'), maxEdge: 1, maxBytes: 10_000, format: 'png', signal }),
    ).rejects.toMatchObject({ code: 'not_an_image' });
    expect(lines.filter((line) => line.event === 'computer.helper_started')).toHaveLength(1);
  } finally {
    await service.close();
  }
});

test.each([
  ['a changed program', () => replace('index.mjs', 'process.exit(0);\n')],
  ['a missing library', () => rmSync(join(directory, 'node_modules/koffi/package.json'))],
  ['a file more', () => writeFileSync(join(directory, 'node_modules/koffi/extra.js'), '')],
])('%s: nothing is started', async (_name, tamper) => {
  tamper();
  const { act, service, lines } = openBuiltComputer({}, { helperDirectory: directory });
  try {
    expect(await act({ action: 'screenshot' })).toMatchObject({
      ok: false,
      code: 'helper_checksum_mismatch',
      remedy: { command: 'fermix doctor' },
    });
    expect(lines.some((line) => line.event === 'computer.helper_started')).toBe(false);
  } finally {
    await service.close();
  }
});

/** A new file in its place: the hard link to the built one stays as it is. */
function replace(path: string, text: string): void {
  rmSync(join(directory, path));
  writeFileSync(join(directory, path), text);
}
