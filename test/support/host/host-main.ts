// A host in a process of its own, as the app has it but without Electron. Arguments: HOME ROLE HELPER. Prints one word a line.

import { dirname } from 'node:path';
import { compose } from '../../../main/compose.ts';
import { noShortcuts } from '../../../main/computer/shortcut-port.ts';
import { createEnvironmentSecrets } from '../../../main/config/environment-secrets.ts';
import { redactValue } from '../../../main/config/redact.ts';
import { HostStartError } from '../../../main/host/ports.ts';
import { createSystemClock, createSystemIds } from '../../../main/host/system-ports.ts';
import { openLog } from '../../../main/log.ts';

const [home = '', role = 'app', helperDirectory = ''] = process.argv.slice(2);
const say = (word: string) => process.stdout.write(`${word}\n`);
const clock = createSystemClock();

try {
  const host = await compose({
    role: role === 'cli' ? 'cli' : 'app',
    home,
    osHome: process.env['HOME'] ?? dirname(home),
    userData: null,
    env: process.env,
    startDirectory: process.cwd(),
    clock,
    ids: createSystemIds(clock),
    log: openLog({ home, clock, redact: redactValue }),
    openSecrets: () => createEnvironmentSecrets({ env: process.env, home }),
    helperDirectory,
    helperInPlace: true,
    appVersion: 'unbuilt',
    runtime: `Node ${process.versions.node}`,
    desktop:
      role === 'cli'
        ? null
        : {
            openLink: async () => undefined,
            chooseFiles: async () => [],
            openFolder: async () => undefined,
            chooseNewFolder: async () => null,
            chooseNewFile: async () => null,
            hasTrayHost: () => false,
            shortcuts: noShortcuts,
            showBadge: () => undefined,
            isAssisted: () => false,
            focusWindow: () => void say('focus'),
            confirmClose: () => undefined,
          },
  });
  const end = () => void host.close().then(() => process.exit(0));
  process.on('SIGTERM', end);
  void host.handedOver.then(end);
  say('ready');
} catch (error) {
  say(error instanceof HostStartError ? `refused ${error.code}` : `failed ${String(error)}`);
  process.exit(1);
}
