import type { Remedy } from '../../protocol/conversation/message.ts';
import type { DoctorRow } from '../../protocol/ipc/shapes.ts';

const MODEL: Remedy = { label: 'Open Settings > Model', page: 'settings/model' };
const SANDBOX: Remedy = { label: 'Open Settings > Sandbox', page: 'settings/sandbox' };
const PERMISSIONS: Remedy = { label: 'Open Settings > Permissions', page: 'settings/permissions' };
const COMPUTER: Remedy = { label: 'Open Settings > Computer use', page: 'settings/computer' };
const STORAGE: Remedy = { label: 'Open Settings > Storage', page: 'settings/storage' };

/** The page on which a row's remedy is carried out. */
const PAGES: Record<string, Remedy> = {
  config: STORAGE,
  model: MODEL,
  fallback: MODEL,
  routing: MODEL,
  plaintext_secrets: MODEL,
  sandbox: SANDBOX,
  workspace: SANDBOX,
  computer_use: COMPUTER,
  helper: COMPUTER,
  traces: STORAGE,
};
for (const id of ['display', 'screen_capture', 'input_control', 'accessibility', 'idle', 'clipboard', 'screen_lock'])
  PAGES[id] = PERMISSIONS;

/** Gives every line that needs something done its button: a command where the remedy is one, else the page for it. */
export function withAction(row: DoctorRow): DoctorRow {
  if (row.status === 'ok' || row.remedy === undefined || row.action) return row;
  const command = /^Run: (.+)$/.exec(row.remedy)?.[1];
  const action = command === undefined ? PAGES[row.id] : { label: 'Copy the command', command };
  return action ? { ...row, action } : row;
}
