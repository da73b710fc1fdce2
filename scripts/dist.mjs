// `npm run dist`: packs the app into dist/ and starts the result once. Without arguments the unpacked folder is made;
// targets of electron-builder (`npm run dist -- deb AppImage`) are made from it as well.
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { buildHelperArchive } from './build-helper-archive.mjs';
import { buildChanged } from './lib/build-steps.mjs';
import { describeRuntime } from './lib/electron-runtime.mjs';
import { runtimeSwitches } from './lib/launch.mjs';
import { root, toolEnvironment } from './lib/paths.mjs';
import { prepare } from './lib/prepare.mjs';
import { endWithUs, run } from './lib/run.mjs';
import { runScript, SetupError, say } from './lib/say.mjs';

const packLimitMs = 20 * 60_000;
const startLimitMs = 60_000;

/** @type {(() => Promise<void>) | undefined} */
let stopDisplay;
endWithUs(async () => stopDisplay?.());

/**
 * Starts the packed app on a screen of its own until its window can be pictured.
 *
 * @param {string} folder
 */
async function tryPacked(folder) {
  const picture = join(root, 'out', 'packed-window.png');
  const home = join(root, 'out', 'packed-home');
  for (const path of [picture, home]) {
    rmSync(path, { recursive: true, force: true });
  }
  const { startVirtualDisplay } = await import('./lib/virtual-display.mjs');
  const session = await startVirtualDisplay({ width: 1440, height: 900 });
  stopDisplay = session.stop;
  const env = { ...process.env, ...session.env, FERMIX_HOME: home, FERMIX_UNATTENDED_SCREEN: '1' };
  const { code, output } = await run(join(folder, 'fermix-desktop'), [...runtimeSwitches(), `--capture=${picture}`], {
    env,
    output: 'keep',
    timeoutMs: startLimitMs,
  });
  await session.stop();
  if (code !== 0 || !existsSync(picture)) {
    throw new SetupError(`The packed app did not start (exit code ${code}).\n${output.trim()}`);
  }
  say(`the packed app started; its window: ${picture}`);
}

await runScript(async () => {
  const targets = process.argv.slice(2);
  const { node, runtime } = await prepare({ system: ['app', 'display'], runtime: true, build: true });
  if (runtime === null) {
    throw new SetupError('There is no Electron runtime.');
  }
  // The app has to know the archive before it is built itself.
  const archive = await buildHelperArchive({
    url: process.env['FERMIX_RELEASE_URL'],
    hosts: process.env['FERMIX_RELEASE_HOSTS'],
  });
  say(`helper archive: ${archive.path} (${archive.size} bytes, SHA-256 ${archive.sha256})`);
  await buildChanged();
  say(`packing with ${describeRuntime(runtime)}`);
  if (runtime.kind === 'stand-in') {
    say('this runtime is for development: a release is packed with the official one');
  }
  const system = process.platform === 'darwin' ? 'mac' : process.platform === 'win32' ? 'win' : 'linux';
  const cli = 'node_modules/electron-builder/cli.js';
  const own = [`-c.electronDist=${runtime.dist}`, `-c.electronVersion=${runtime.version}`, '--publish=never'];
  const { code } = await run(node, [cli, `--${system}`, ...(targets.length === 0 ? ['dir'] : targets), ...own], {
    cwd: root,
    env: toolEnvironment(),
    output: 'stderr',
    timeoutMs: packLimitMs,
  });
  if (code !== 0) {
    return code;
  }
  if (process.platform === 'linux') {
    await tryPacked(join(root, 'dist', process.arch === 'arm64' ? 'linux-arm64-unpacked' : 'linux-unpacked'));
  }
  return 0;
});
