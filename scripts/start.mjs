// `npm start`: makes the checkout ready and opens the app. With `-- --capture FILE.png` it writes a picture of the
// window once it is ready and ends.
import { existsSync, rmSync } from 'node:fs';
import { hasDisplay } from './lib/display.mjs';
import { describeRuntime } from './lib/electron-runtime.mjs';
import { exitCodeOf, launch } from './lib/launch.mjs';
import { root, toolEnvironment } from './lib/paths.mjs';
import { prepare } from './lib/prepare.mjs';
import { endTree, endWithUs } from './lib/run.mjs';
import { runScript, SetupError, say } from './lib/say.mjs';
import { readStartArguments } from './lib/start-arguments.mjs';

const captureLimitMs = 60_000;

/** @type {(() => Promise<void>) | undefined} */
let stopDisplay;
endWithUs(async () => stopDisplay?.());

/** The environment of a screen of our own. */
async function openDisplay() {
  say('there is no display: starting a virtual one with a window manager and a D-Bus session');
  const { startVirtualDisplay } = await import('./lib/virtual-display.mjs');
  const session = await startVirtualDisplay({ width: 1440, height: 900 });
  stopDisplay = session.stop;
  say(`the app runs on display ${session.display}, which no screen shows; --capture FILE.png writes a picture of it`);
  return { ...session.env, FERMIX_UNATTENDED_SCREEN: '1' };
}

await runScript(async () => {
  // npm keeps the directory it was called in; it runs scripts from the root.
  const { capture, switches } = readStartArguments(process.argv.slice(2), process.env['INIT_CWD'] ?? process.cwd());
  const visible = await hasDisplay();
  const { runtime, checkedMs } = await prepare({
    system: visible ? ['app'] : ['app', 'display'],
    runtime: true,
    build: true,
  });
  if (runtime === null) {
    throw new SetupError('There is no Electron runtime.');
  }
  say(`ready after ${checkedMs} ms; runtime: ${describeRuntime(runtime)}`);
  const env = toolEnvironment(visible ? {} : await openDisplay());
  if (capture !== null) {
    rmSync(capture, { force: true });
  }
  const child = launch(runtime, root, {
    switches: capture === null ? switches : [...switches, `--capture=${capture}`],
    env,
  });
  const timer = capture === null ? undefined : setTimeout(() => void endTree(child), captureLimitMs);
  const code = await exitCodeOf(child);
  clearTimeout(timer);
  await stopDisplay?.();
  if (capture !== null) {
    if (!existsSync(capture)) {
      throw new SetupError(`No picture was written to ${capture}: the window was not ready, or Fermix runs already.`);
    }
    say(`wrote ${capture}`);
  }
  return code;
});
