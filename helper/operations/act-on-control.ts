import type { ControlReading } from '../../protocol/helper/accessibility.ts';
import type { ActInput, ActOutput, Receipt } from '../../protocol/helper/act.ts';
import { RemoteError } from '../../protocol/rpc/remote-error.ts';
import { type FoundControl, findControl } from '../accessibility/find-control.ts';
import { screenWords } from '../accessibility/screen-words.ts';
import type { AccessibleControl, DesktopWindow } from '../desktop.ts';
import type { Admitted } from '../session/gate.ts';
import type { ControlParts } from './read-controls.ts';
import { withReceipt } from './receipts.ts';

/** How often and how long a written value is read back: programs take what they were told in their own time. */
const READ_BACK_MS = 40;
const READ_BACKS = 8;

type ControlAction = Extract<ActInput['action'], { action: 'press' | 'set_value' }>;

/** Acts on a control by its own interface: no pointer moves, no key is pressed. */
export async function actOnControl(parts: ControlParts, action: ControlAction, admitted: Admitted): Promise<ActOutput> {
  const { desktop, clock } = parts;
  const start = clock.now();
  if (await desktop.isLocked()) throw new RemoteError('session_locked', 'The session is locked.');
  const found = await findControl(parts, action.element, admitted.signal).catch(asElement);
  const window = desktop.windows.list().find((one) => one.id === found.control.window) ?? null;
  requireActable(parts, found.control, window, action);
  const focusedBefore = desktop.windows.list().find((one) => one.focused)?.id ?? null;
  admitted.check();
  await dispatch(found, action, admitted.signal).catch((error: unknown) => {
    throw withDispatch(error, clock.now() - start);
  });
  const inputMs = clock.now() - start;
  const now = await readBack(parts, found, action, admitted.signal);
  const settle = clock.now() - start - inputMs;
  const timingsMs = { input: inputMs, settle, capture: 0, encode: 0 };
  const receipt: Receipt = { ...sent('sent'), effect: effectOf(found.control, now, action), timingsMs };
  const focused = desktop.windows.list().find((one) => one.focused)?.id ?? null;
  const cameToFront = focused !== null && focused !== focusedBefore && focused === window?.id;
  return { picture: null, reading: readingOf(now, cameToFront), receipt };
}

/** A reference that no longer holds has its own code where no number was used. */
function asElement(error: unknown): never {
  if (error instanceof RemoteError && error.code === 'stale_mark')
    throw new RemoteError('stale_element', error.message, error.data);
  throw error;
}

function requireActable(
  { isOwnWindow }: ControlParts,
  { enabled, actions, settable, name }: AccessibleControl,
  window: DesktopWindow | null,
  action: ControlAction,
): void {
  const words = screenWords(name);
  if (window?.pid && isOwnWindow(window.pid))
    throw new RemoteError('own_window', 'That window belongs to Fermix itself, which the agent may not operate.');
  if (!enabled) throw new RemoteError('element_disabled', `The control '${words}' is greyed out.`);
  const isOffered = action.action === 'press' ? actions.includes('press') : settable;
  if (isOffered) return;
  const missing = action.action === 'press' ? 'offers no press of its own' : 'takes no value';
  throw new RemoteError('element_action_unsupported', `The control '${words}' ${missing}.`);
}

function dispatch({ accessibility, listed }: FoundControl, action: ControlAction, signal: AbortSignal): Promise<void> {
  const handle = listed.handle ?? '';
  return action.action === 'press'
    ? accessibility.press(handle, signal)
    : accessibility.setValue(handle, action.value, signal);
}

const sent = (dispatch: Receipt['dispatch']): Pick<Receipt, 'dispatch' | 'delivery' | 'method'> => ({
  dispatch,
  delivery: 'n/a',
  method: 'accessibility',
});

/** Silence means that it may have been done; a refusal of the program that it was not. */
function withDispatch(error: unknown, inputMs: number): unknown {
  if (!(error instanceof RemoteError)) return error;
  const wasSent = error.code === 'accessibility_timeout';
  const timingsMs = { input: inputMs, settle: 0, capture: 0, encode: 0 };
  return withReceipt(error, { ...sent(wasSent ? 'sent' : 'not_sent'), effect: 'unknown', timingsMs });
}

async function readBack(
  { clock }: ControlParts,
  { accessibility, listed, control }: FoundControl,
  action: ControlAction,
  signal: AbortSignal,
): Promise<AccessibleControl | null> {
  let now: AccessibleControl | null = control;
  for (let i = 0; i < READ_BACKS && !signal.aborted; i++) {
    await clock.sleep(READ_BACK_MS, signal);
    now = await accessibility.refresh(listed.handle ?? '', signal).catch(() => null);
    if (!now || effectOf(control, now, action) === 'verified') return now;
  }
  return now;
}

/** Proof is what the control itself says afterwards. A secure field says nothing. */
function effectOf(before: AccessibleControl, now: AccessibleControl | null, action: ControlAction): Receipt['effect'] {
  if (!now) return 'unknown';
  if (action.action === 'press') {
    const isOther = now.checked !== before.checked || now.selected !== before.selected || now.value !== before.value;
    return isOther ? 'verified' : 'unknown';
  }
  if (now.role === 'secure_field' || now.value === null) return 'unknown';
  const isNumber = before.role === 'slider' && Number(now.value) === Number(action.value);
  return now.value === action.value || isNumber ? 'verified' : 'not_observed';
}

function readingOf(control: AccessibleControl | null, cameToFront: boolean): ControlReading {
  const front = cameToFront ? { foregroundChanged: true } : {};
  if (!control) return { kind: 'control', found: false, ...front };
  const { role, name, enabled, value } = control;
  const shown = value !== null && role !== 'secure_field' ? { value: screenWords(value) } : {};
  return { kind: 'control', found: true, role, name: screenWords(name), enabled, ...shown, ...front };
}
