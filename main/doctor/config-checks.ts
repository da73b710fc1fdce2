import { access, stat } from 'node:fs/promises';
import type { Config, ConfigStore } from '../config/config-port.ts';
import { resolveRules } from '../sandbox/paths/resolve-rules.ts';
import { judge } from '../sandbox/paths/rules.ts';
import type { Places } from '../sandbox/places.ts';
import { type Check, fail, ok, warn } from './check.ts';

/** The settings file can be read, and nobody else changed it while we run. */
export function configCheck(open: () => Promise<Pick<ConfigStore, 'path' | 'current' | 'changedOutside'>>): Check {
  return {
    id: 'config',
    async run() {
      const config = await open();
      const changed = await config.changedOutside();
      if (changed.length > 0)
        return warn(
          `${config.path} was changed outside of Fermix (${changed.join(', ')}); saving is refused until it is read again.`,
          'Choose "Reload" on the settings page, or restart.',
        );
      const isThere = await access(config.path).then(
        () => true,
        () => false,
      );
      return ok(isThere ? `${config.path} is valid.` : `There is no ${config.path}: every setting has its default.`);
    },
  };
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Folders named in the sandbox settings exist and can be used. */
export function sandboxCheck(config: () => Promise<Config>, places: Places, env: Environment): Check {
  return {
    id: 'sandbox',
    async run() {
      const { sandbox } = await config();
      const { rules, workspace } = await resolveRules(sandbox, places, env, null);
      if (judge(workspace, rules) !== null)
        return fail(
          `The workspace ${sandbox.workspaceRoot} is protected or blocked, so nothing in it can be used.`,
          'Set sandbox.workspace_root to a folder of your own.',
        );
      const missing: string[] = [];
      for (const root of sandbox.allowedRoots) {
        const facts = await stat(root).catch(() => null);
        if (!facts?.isDirectory()) missing.push(root);
      }
      if (missing.length > 0)
        return warn(
          `Allowed folders that do not exist: ${missing.join(', ')}.`,
          'Remove them on the settings page, or make them.',
        );
      const grants = `${sandbox.allowedRoots.length} allowed, ${sandbox.blockedRoots.length} blocked`;
      const words = `Mode ${sandbox.mode}; ${grants}. A command that runs has your rights: the sandbox is no jail.`;
      return sandbox.env.mode === 'all'
        ? warn(`${words} Commands get the whole environment.`, 'Set sandbox.env.mode to "selected".')
        : ok(words);
    },
  };
}

/** References such as `@keyring` name a store; anything else is the key itself. */
export function plaintextSecretsCheck(config: () => Promise<Config>): Check {
  return {
    id: 'plaintext_secrets',
    async run() {
      const { providers } = await config();
      const names = Object.entries(providers)
        .filter(([, provider]) => provider.apiKey !== null && !provider.apiKey.startsWith('@'))
        .map(([name]) => name);
      if (names.length === 0) return ok('No key is written in the settings file.');
      return warn(
        `The settings file holds the key of ${names.join(', ')} in plain text.`,
        'Connect the provider again on the model page: the key then moves to the keychain.',
      );
    },
  };
}

/** Where the home is no folder its own row says so; nothing below it can then be told. */
export function afterHome(check: Check, home: string): Check {
  return {
    id: check.id,
    async run(signal) {
      const facts = await stat(home).catch(() => null);
      if (facts && !facts.isDirectory()) return warn('Not checked: the home is not a folder.');
      return check.run(signal);
    },
  };
}

/** A check that needs the settings says so when they cannot be read: their own row already names the fault. */
export function afterConfig(check: Check, config: () => Promise<Config>): Check {
  return {
    id: check.id,
    async run(signal) {
      const readable = await config().then(
        () => true,
        () => false,
      );
      return readable ? check.run(signal) : warn('Not checked: the settings file cannot be read.');
    },
  };
}
