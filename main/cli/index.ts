import { programRoot } from './app-facts.ts';
import { createProcessIo } from './process-io.ts';
import { runCli } from './run-cli.ts';

const exitCode = await runCli(process.argv.slice(2), createProcessIo(programRoot(import.meta.url)));
process.exitCode = exitCode;
// What was written goes out first; a handle left open by a part must not keep the terminal waiting.
process.stdout.write('', () => process.stderr.write('', () => process.exit(exitCode)));
