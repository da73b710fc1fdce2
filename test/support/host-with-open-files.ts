import { createPrograms } from '../../main/sandbox/programs/programs.ts';
import { keptLog, realClock, realIds } from './clock-and-ids.ts';

/** A host that was started with files open: runs the command it was given in the folder it was given and prints its output. */
const [folder = '', command = ''] = process.argv.slice(2);
const programs = createPrograms({ clock: realClock, ids: realIds, log: keptLog(), temporaryDirectory: folder });
const result = await programs.run({
  file: '/bin/sh',
  args: ['-c', command],
  cwd: folder,
  env: { PATH: process.env['PATH'] ?? '' },
  timeoutMs: 20_000,
  signal: new AbortController().signal,
});
process.stdout.write(JSON.stringify(result));
await programs.close();
