import type { PermissionRow } from '../../protocol/ipc/shapes.ts';
import type { SecretStore } from '../config/secrets-port.ts';

/** Where keys are kept, for the permissions page. */
export function keychainRow({ backend, note }: SecretStore): PermissionRow {
  const base = { id: 'keychain', label: 'Keychain' };
  if (backend === 'keychain')
    return { ...base, state: 'granted', message: note ?? 'Keys are kept safely.', step: null };
  const step = 'Install and unlock a keychain such as GNOME Keyring or KWallet, then restart the app.';
  return { ...base, state: 'unavailable', message: note ?? 'Keys cannot be kept safely.', step };
}
