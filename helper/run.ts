import { REQUEST_LINE_LIMIT } from '../protocol/helper/operations.ts';
import { openLog } from './log.ts';
import { KEEPER_ARGUMENT } from './platform/linux/clipboard-handover.ts';
import { endWithParent, killAfter } from './platform/linux/native.ts';
import { memoryTrimmer } from './platform/linux/trim-memory.ts';
import { exitAtOnce } from './platform/native/exit.ts';
import { watchParent } from './platform/native/parent-watch.ts';
import { displayServerHere, openDesktop, probeWithoutDesktop } from './platform/open-desktop.ts';
import { sharpCodec } from './platform/sharp-codec.ts';
import { serve } from './serve.ts';
import { createStdioTransport } from './stdio-transport.ts';
import { createTidier } from './tidy-memory.ts';

/** Longer than everything that leaving may take: the stopped action, the clipboard, the last reply. */
const GONE_AFTER_S = 10;
const FLUSH_MS = 1_000;

/** The whole program. Resolves when it is ready for the first request. */
export async function run(): Promise<void> {
  if (process.argv.includes(KEEPER_ARGUMENT)) {
    const { runKeeper } = await import('./platform/linux/clipboard-keeper.ts');
    await runKeeper();
    process.exit(0);
  }
  const log = openLog(process.stderr);
  const onLinux = process.platform === 'linux';
  if (onLinux) await endWithParent();
  const trim = onLinux ? await memoryTrimmer() : () => undefined;
  const hardEnd = onLinux ? await killAfter() : endByTimer;
  const transport = createStdioTransport(process.stdin, process.stdout, REQUEST_LINE_LIMIT);
  const session = serve({
    transport,
    openDesktop,
    codec: sharpCodec,
    platform: process.platform === 'darwin' || process.platform === 'win32' ? process.platform : 'linux',
    displayServer: displayServerHere,
    probeWithoutDesktop,
    log,
    tidy: createTidier(trim),
    leaving: () => hardEnd(GONE_AFTER_S),
    exit: (code) => afterFlush(() => process.exit(code)),
    exitStalled: (code) => afterFlush(() => void exitAtOnce(code)),
  });
  if (!onLinux) watchParent(() => void session.end('the app is gone', 0));
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const)
    process.on(signal, () => void session.end(`signal ${signal}`, 0));
  process.on('uncaughtException', (error) => {
    log(error.stack ?? error.message);
    void session.end('an internal error', 70);
  });
}

/** Where there is no alarm of the system. It needs a main thread that still runs. */
function endByTimer(seconds: number): void {
  setTimeout(() => process.kill(process.pid, 'SIGKILL'), seconds * 1_000).unref();
}

/** Runs once the last reply is in the pipe, or after a second when nobody reads it. */
function afterFlush(exit: () => void): void {
  setTimeout(exit, FLUSH_MS);
  process.stdout.write('', exit);
}
