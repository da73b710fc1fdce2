import { type Check, type Finding, fail, ok, warn } from './check.ts';

/** The owner of the home as the lock names it. */
export interface OwnerFacts {
  pid: number;
  role: 'app' | 'cli';
  appVersion: string;
  socket: string;
}

/** Who owns the home, whether it answers, and whether it is of our version. */
export function socketCheck(reach: {
  owner(): OwnerFacts | null;
  isListening(path: string): Promise<boolean>;
  appVersion: string;
}): Check {
  return {
    id: 'host',
    async run() {
      const owner = reach.owner();
      if (!owner) return ok('No host runs for this home; a command starts its own.');
      const who = owner.role === 'app' ? 'The app' : 'A fermix command';
      if (!(await reach.isListening(owner.socket)))
        return fail(
          `${who} (process ${owner.pid}) owns this home, but nobody answers at ${owner.socket}.`,
          `End process ${owner.pid}, then start Fermix again.`,
        );
      if (owner.appVersion !== reach.appVersion)
        return warn(
          `${who} runs version ${owner.appVersion}, this is version ${reach.appVersion}.`,
          'Restart the app to use the installed version.',
        );
      return ok(`${who} (process ${owner.pid}) owns this home and answers.`);
    },
  };
}

/** What runs the host. */
export function runtimeCheck(runtime: string, appVersion: string): Check {
  return { id: 'runtime', run: () => ok(`Fermix ${appVersion} on ${runtime}.`) };
}

/** The conversation store passes SQLite's check; `look` throws when it does not. */
export function storeCheck(look: () => { path: string; driver: string } | null): Check {
  return {
    id: 'store',
    run() {
      try {
        const store = look();
        return store ? ok(`${store.path} is whole (${store.driver}).`) : ok('There is no conversation store yet.');
      } catch (error) {
        return describeDamage(error);
      }
    },
  };
}

/** Other failures bring their own remedy. */
function describeDamage(error: unknown): Finding {
  if (!(error instanceof Error && 'code' in error && error.code === 'store_damaged')) throw error;
  return fail(
    error.message,
    'Start Fermix again: it keeps the damaged file under another name and makes a new store of what can still be read.',
  );
}
