import type { Finding } from '../check.ts';
import { fail, ok, warn } from '../check.ts';
import type { DesktopFacts, DesktopRow } from './desktop-facts.ts';

const NEEDED = ['display', 'screen_capture', 'input_control', 'screen_lock'];

/** One sentence on whether computer use works, made of the other rows. */
export function computerFinding(facts: DesktopFacts, rows: readonly DesktopRow[]): Finding {
  const { computer, report } = facts;
  if (!computer.supported)
    return warn(
      `${computer.unsupportedReason ?? 'Computer use does not work on this system.'} The rest of Fermix works.`,
    );
  if (!computer.enabled) return ok('Computer use is off. You switch it on under Settings > Computer use.');
  const helper = rows.find((row) => row.id === 'helper');
  if (helper?.status === 'fail')
    return fail(`Computer use is on but cannot start: ${helper.message}`, helper.step ?? undefined);
  if (helper?.state === 'unavailable')
    return warn(`Computer use is on but cannot start: ${helper.message}`, helper.step ?? undefined);
  if (!report.ok)
    return warn(
      `Computer use is on, but what the system allows could not be asked: ${report.text} Looking may still work.`,
    );
  const missing = rows.find(
    (row) => NEEDED.includes(row.id) && (row.state === 'denied' || row.state === 'unavailable'),
  );
  if (missing)
    return warn(
      `Computer use is on but cannot work now. ${missing.label}: ${missing.message}`,
      missing.step ?? undefined,
    );
  const server = rows.find((row) => row.id === 'display')?.message ?? '';
  return ok(`Computer use is on and can see and operate this desktop. ${server} Helper ${report.helperVersion}.`);
}
