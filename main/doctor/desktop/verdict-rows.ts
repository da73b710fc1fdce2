import type { Probe } from '../../../protocol/helper/operations.ts';
import type { DesktopFacts, DesktopRow } from './desktop-facts.ts';
import { grantStep } from './grant-step.ts';

type VerdictId = 'screen_capture' | 'input_control' | 'accessibility' | 'idle' | 'clipboard';
const FIELDS: Record<
  VerdictId,
  keyof Probe & ('screenCapture' | 'inputControl' | 'accessibility' | 'idle' | 'clipboard')
> = {
  screen_capture: 'screenCapture',
  input_control: 'inputControl',
  accessibility: 'accessibility',
  idle: 'idle',
  clipboard: 'clipboard',
};

const LABELS: Record<VerdictId, string> = {
  screen_capture: 'Screen pictures',
  input_control: 'Mouse and keyboard',
  accessibility: 'Accessibility tree',
  idle: 'Idle detection',
  clipboard: 'Clipboard',
};
const IDS: readonly VerdictId[] = ['screen_capture', 'input_control', 'accessibility', 'idle', 'clipboard'];

/** What macOS drops without a word when it is not granted. */
const SILENT = 'Without it, clicks and keys are silently dropped.';

/** What the helper found of each thing computer use needs. */
export function verdictRows(facts: DesktopFacts): DesktopRow[] {
  return [...IDS.map((id) => verdictRow(id, facts)), lockRow(facts)];
}

function verdictRow(id: VerdictId, facts: DesktopFacts): DesktopRow {
  const base = { id, label: LABELS[id] };
  const { report, platform } = facts;
  if (!report.ok) return { ...base, ...notTried(facts) };
  const { displayServer } = report.probe;
  if (displayServer === 'wayland')
    return { ...base, state: 'unavailable', message: 'Refused in a Wayland session.', step: null };
  if (displayServer === 'none')
    return { ...base, state: 'unavailable', message: 'Not tried: there is no display.', step: null };
  const { value, detail, step } = report.probe[FIELDS[id]];
  if (value === true) return { ...base, state: 'granted', message: detail || 'Works.', step: step ?? null };
  if (value === null)
    return { ...base, state: 'unknown', message: detail || 'It cannot be told.', step: step ?? null, status: 'ok' };
  const why = platform.os === 'darwin' && id === 'input_control' ? `${detail} ${SILENT}`.trim() : detail;
  const canAsk = platform.os === 'darwin' && (id === 'screen_capture' || id === 'input_control');
  return {
    ...base,
    state: 'denied',
    message: why || 'Refused.',
    step: step ?? grantStep(platform.os, id),
    ...(canAsk ? { canAsk } : {}),
  };
}

function lockRow(facts: DesktopFacts): DesktopRow {
  const base = { id: 'screen_lock', label: 'Screen lock' };
  const { report } = facts;
  if (!report.ok) return { ...base, ...notTried(facts) };
  const { value, detail, step } = report.probe.locked;
  if (value === true)
    return {
      ...base,
      state: 'unavailable',
      message: `${detail || 'The screen is locked.'} Nothing is typed into it.`,
      step: step ?? 'Unlock the screen.',
    };
  if (value === false) return { ...base, state: 'granted', message: detail || 'The screen is not locked.', step: null };
  return {
    ...base,
    state: 'unknown',
    message: `Whether the screen is locked cannot be told. ${detail}`.trim(),
    step: null,
    status: 'ok',
  };
}

/** The row of the helper says why; these only say that they hang on it. */
function notTried({ computer }: DesktopFacts): Pick<DesktopRow, 'state' | 'message' | 'step' | 'status'> {
  if (!computer.supported)
    return {
      state: 'not_applicable',
      message: 'Not tried: computer use does not work on this system.',
      step: null,
      status: 'ok',
    };
  return {
    state: 'unknown',
    message: 'Not tried: the helper does not run.',
    step: null,
    status: computer.enabled ? 'warn' : 'ok',
  };
}
