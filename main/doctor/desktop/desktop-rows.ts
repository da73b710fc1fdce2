import type { PermissionRow } from '../../../protocol/ipc/shapes.ts';
import type { Check, Finding } from '../check.ts';
import { computerFinding } from './computer-row.ts';
import type { DesktopFacts, DesktopRow } from './desktop-facts.ts';
import { displayRow } from './display-row.ts';
import { helperRow } from './helper-row.ts';
import { verdictRows } from './verdict-rows.ts';

/** Everything computer use needs of this computer, in the order the page shows it. */
export function desktopRows(facts: DesktopFacts): DesktopRow[] {
  if (!facts.computer.supported) return [helperRow(facts), ...verdictRows(facts)];
  return [helperRow(facts), displayRow(facts), ...verdictRows(facts)];
}

/** The ids of the doctor's rows about the desktop, in its order. */
const IDS = [
  'helper',
  'display',
  'screen_capture',
  'input_control',
  'accessibility',
  'idle',
  'clipboard',
  'screen_lock',
];

/** The same rows as checks of the doctor, after one that sums them up. */
export function desktopChecks(look: () => Promise<DesktopFacts>): Check[] {
  const sum: Check = {
    id: 'computer_use',
    async run() {
      const facts = await look();
      return computerFinding(facts, desktopRows(facts));
    },
  };
  return [sum, ...IDS.map((id): Check => ({ id, run: async () => toFinding(await look(), id) }))];
}

function toFinding(facts: DesktopFacts, id: string): Finding {
  const row = desktopRows(facts).find((one) => one.id === id);
  if (!row) return { status: 'ok', message: 'Not tried: computer use does not work on this system.' };
  const status = row.status ?? statusOf(row);
  return { status, message: `${row.message}`, ...(row.step === null || status === 'ok' ? {} : { remedy: row.step }) };
}

function statusOf({ state }: DesktopRow): Finding['status'] {
  return state === 'granted' || state === 'not_applicable' ? 'ok' : 'warn';
}

/** Without what only the doctor needs. */
export function toPermissionRow({ id, label, state, message, step, canAsk }: DesktopRow): PermissionRow {
  return { id, label, state, message, step, ...(canAsk === undefined ? {} : { canAsk }) };
}
