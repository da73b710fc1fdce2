import { REQUEST_LINE_LIMIT } from '../protocol/helper/operations.ts';
import { KEEPER_ARGUMENT } from './platform/linux/clipboard-handover.ts';
import { endWithParent, exitAtOnce } from './platform/linux/native.ts';
import { displayServerHere, openDesktop, probeWithoutDesktop } from './platform/open-desktop.ts';
import { sharpCodec } from './platform/sharp-codec.ts';
import { serve } from './serve.ts';
import { createStdioTransport } from './stdio-transport.ts';

/** stdout carries the protocol alone; stderr is a free log. */
function log(line: string): void {
  process.stderr.write(`${line}\n`);
}

async function main(): Promise<void> {
  if (process.argv.includes(KEEPER_ARGUMENT)) {
    const { runKeeper } = await import('./platform/linux/clipboard-keeper.ts');
    await runKeeper();
    process.exit(0);
  }
  if (process.platform === 'linux') await endWithParent();
  const transport = createStdioTransport(process.stdin, process.stdout, REQUEST_LINE_LIMIT);
  const session = serve({
    transport,
    openDesktop,
    codec: sharpCodec,
    platform: process.platform === 'darwin' || process.platform === 'win32' ? process.platform : 'linux',
    displayServer: displayServerHere,
    probeWithoutDesktop,
    log,
    exit: (code) => afterFlush(() => process.exit(code)),
    exitStalled: (code) => afterFlush(() => void exitAtOnce(code)),
  });
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const)
    process.on(signal, () => void session.end(`signal ${signal}`, 0));
  process.on('uncaughtException', (error) => {
    log(error.stack ?? error.message);
    void session.end('an internal error', 70);
  });
}

/** Runs once the last reply is in the pipe, or after a second when nobody reads it. */
function afterFlush(exit: () => void): void {
  setTimeout(exit, 1_000).unref();
  process.stdout.write('', exit);
}

await main();
