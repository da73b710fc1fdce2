import { useState } from 'react';
import type { RouteInput } from '../../../protocol/ipc/routes.ts';
import { useApp } from '../../app-context.ts';
import { type HostFailure, toFailure } from '../../ipc/host.ts';

type Write = RouteInput<'settings.write'>;

interface Saver {
  busy: boolean;
  failure: HostFailure | null;
  /** True when the host has written it. */
  save(key: Write['key'], value: Write['value']): Promise<boolean>;
  run(action: () => Promise<void>): Promise<boolean>;
  /** Takes an older refusal away, when something else is wrong now. */
  clear(): void;
}

/** Writes one setting; a refusal stays beside the control until the next try. */
export function useSave(): Saver {
  const { host, settings } = useApp();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<HostFailure | null>(null);

  async function run(action: () => Promise<void>): Promise<boolean> {
    setBusy(true);
    setFailure(null);
    try {
      await action();
      return true;
    } catch (thrown) {
      setFailure(toFailure(thrown));
      return false;
    } finally {
      setBusy(false);
    }
  }

  return {
    busy,
    failure,
    run,
    clear: () => setFailure(null),
    save: (key, value) => run(async () => settings.put(await host.call('settings.write', { key, value }))),
  };
}
