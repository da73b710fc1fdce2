import type { ModelState } from '../../protocol/ipc/shapes.ts';
import type { SecretStore } from '../config/secrets-port.ts';
import { type Check, fail, ok, warn } from './check.ts';

/** Who would answer the next message, as far as can be said without a network call. */
export function modelCheck(state: () => Promise<ModelState>): Check {
  return {
    id: 'model',
    async run() {
      const { current, providers } = await state();
      const primary = providers.find((provider) => provider.primary);
      if (!primary) return ok('No model is connected: direct mode answers, with no key and no network.');
      if (primary.key === 'none')
        return fail(
          `${primary.label} is chosen, but there is no key for it.`,
          'Connect it on the model page of the app, or set its variable.',
        );
      return ok(`${current.label} answers (not called here).`);
    },
  };
}

/** Where keys are kept. */
export function secretStoreCheck(secrets: () => SecretStore): Check {
  const words: Record<SecretStore['backend'], string> = {
    keychain: "Keys are kept in the system's keychain.",
    basic_text: 'Keys are kept, but only obfuscated: no keychain was found.',
    environment: 'Keys come from environment variables; the keychain can be read by the app alone.',
    none: 'No place to keep keys was found.',
  };
  return {
    id: 'secret_store',
    run() {
      const { backend, note } = secrets();
      const message = note ?? words[backend];
      if (backend === 'keychain' || backend === 'environment') return ok(message);
      return warn(message, 'Install and unlock a keychain such as GNOME Keyring or KWallet, then restart the app.');
    },
  };
}
