import { createEnvironmentSecrets } from '../../config/environment-secrets.ts';
import { watchSecrets } from '../../config/known-secrets.ts';
import { makeBundle } from '../../doctor/diagnostics/bundle.ts';
import { logPath } from '../../log.ts';
import { appVersion, runtimeWords } from '../app-facts.ts';
import type { CliIo } from '../cli-io.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { locateHome } from '../locate-home.ts';
import { type Command, usage } from '../parse-arguments.ts';
import { doctorRows } from './doctor.ts';

/** Prints the diagnostics bundle, which is JSON with or without `--json`. */
export async function diagnostics(command: Command, io: CliIo): Promise<ExitCode> {
  if (command.words.join(' ') !== 'export') throw usage('Say: fermix diagnostics export.');
  const { home, osHome } = locateHome(command, io);
  const { known } = watchSecrets(createEnvironmentSecrets({ env: io.env, home }), io.env);
  const bundle = await makeBundle({
    identity: { version: appVersion(), runtime: runtimeWords(), platform: process.platform, home },
    now: () => Date.now(),
    doctor: () => doctorRows(command, io),
    logPath: logPath(home),
    osHome,
    cover: (text) => known.cover(text),
  });
  io.out(`${JSON.stringify(bundle, null, 2)}\n`);
  return EXIT.ok;
}
