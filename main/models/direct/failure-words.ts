import type { Command } from './command.ts';

const LOOK = 'Write `screen` first.';
const INSTALLATION = 'Run `fermix doctor`, or open the Doctor page.';
const PERMISSIONS = 'The permissions page shows how to allow it.';

/** Refusals whose own words are meant for a model, in words for the person who wrote the command. */
const WORDS: Readonly<Record<string, string>> = {
  invalid_arguments: 'a value does not fit. `help` shows how commands are written.',
  invalid_params: 'a value does not fit. `help` shows how commands are written.',
  unknown_capability: 'there is no such tool. The Tools page lists them.',
  outside_root:
    'it is outside the folders that may be used. Allow the folder in the settings, or with `fermix grant path` in a terminal.',
  protected_path: 'it is protected, since it holds keys, settings or system files. Use a program of your own for it.',
  blocked_root: 'it is in a folder that you have blocked in the settings.',
  sandbox_denied: 'the folder it would run in is not allowed.',
  sandbox_hardline: 'such a command is never run here. If you mean it, run it in a terminal of your own.',
  not_attended: 'it needs you in person: write it in the window or at a terminal.',
  unattended_origin: 'it needs you in person: write it in the window or at a terminal.',
  timeout: 'it took too long and was ended.',
  stopped: 'it was stopped.',
  not_enabled: 'computer use is off. Switch it on from its card.',
  operator_stopped: 'you stopped computer use. Your next message may use it again.',
  paused: 'computer use is paused. Resume it from its card or from the tray.',
  strict_mode: 'the sandbox is in strict mode: looking works, changing anything does not. The settings change it.',
  input_permission_missing: `the system does not let mouse and keyboard be used. ${PERMISSIONS}`,
  capture_permission_missing: `the system does not let the screen be seen. ${PERMISSIONS}`,
  action_budget_exhausted: 'one message may do no more on the screen. Send the rest in another.',
  busy: 'another action on the screen still runs. Try again when it is done.',
  input_busy: 'another conversation is using mouse and keyboard. Try again later.',
  input_owner_unknown: 'it could not be told who is using mouse and keyboard. Try again later.',
  user_active: 'you were using mouse or keyboard, so nothing was sent. Try again with your hands off.',
  no_view: `there is no picture of the screen yet. ${LOOK}`,
  ambiguous_coordinates:
    'the point may be meant in the close-up or on the whole screen. Add `confirm` when you read it in the close-up; otherwise write `screen` and read it there.',
  point_outside_image: 'the point is outside the newest picture.',
  display_mismatch: `the newest picture shows another display. ${LOOK}`,
  display_not_found: 'there is no such display.',
  display_changed: `the display has changed since the picture. ${LOOK}`,
  display_disconnected: `the display was disconnected. ${LOOK}`,
  no_marks: `there are no numbered marks yet. ${LOOK}`,
  stale_mark: `the marks belong to an older picture, or the control is gone. ${LOOK}`,
  unknown_mark: `the newest picture has no mark with this number. ${LOOK}`,
  unknown_view: `there is no such view any more. ${LOOK}`,
  expired_view: `that view is too old. ${LOOK}`,
  element_required: 'it needs a control of a list. Write `elements` first.',
  stale_element: 'the control is gone, or another one now. Write `elements` again.',
  element_disabled: 'the control is disabled.',
  element_action_unsupported: 'the control does not offer this itself. Click it instead.',
  accessibility_timeout: 'the program did not answer; it may or may not have happened. Write `screen` to see.',
  accessibility_failed: `the program could not do it. ${LOOK}`,
  accessibility_unavailable: 'this session has no accessibility service. Give a point, for example `click 640,360`.',
  invalid_chord: 'the chord cannot be read. Write it like `key ctrl+s`.',
  reserved_chord: 'this chord is never sent: it would end or switch the session.',
  target_changed: 'the screen has changed there since the last picture. Take a screenshot and try again.',
  own_window: 'that is a window of Fermix itself. Press it yourself.',
  no_active_display: 'there is no display. It needs a graphical session.',
  display_asleep: 'the display is asleep. Wake it, then try again.',
  session_locked: 'the screen is locked. Unlock it, then try again.',
  secure_desktop: 'the system shows a page that only you can answer.',
  target_elevated: 'that program has higher rights than Fermix. Do this step yourself.',
  capture_stalled: 'taking the picture took too long. Try again.',
  capture_wedged: 'taking pictures failed several times. Try again in a while.',
  capture_geometry_mismatch: `the picture does not fit the screen. ${INSTALLATION}`,
  not_delivered: 'it had no effect.',
  interrupted: 'it was stopped part way. Write `screen` to see how far it came.',
  outcome_unknown: 'it may or may not have happened. Write `screen` to see.',
  not_dispatched: 'nothing was sent. Try again.',
  protocol_error: `the helper gave no sensible answer. ${INSTALLATION}`,
  helper_not_installed: `the computer-use helper is not installed. ${INSTALLATION}`,
  helper_incompatible: `the helper does not fit this version. ${INSTALLATION}`,
  helper_checksum_mismatch: `a file of the helper was changed, so it is not started. ${INSTALLATION}`,
  helper_fault: `the helper could not be started. ${INSTALLATION}`,
};

/** What the words may need besides the code. */
export interface FailureFacts {
  command: Command;
  code: string | undefined;
  /** The tool's own words. */
  text: string;
  /** The part of the screen in the newest picture as `x,y,w,h`; null for the whole screen. */
  region: string | null;
}

/** Why a command did not work, in one line. */
export function failureWords({ command, code, text, region }: FailureFacts): string {
  if (code === 'region_mismatch') return regionWords(command, region);
  // What a program says last is mostly why it ended.
  if (code === 'exit_nonzero') return endsOf(text);
  return (
    (code !== undefined && Object.hasOwn(WORDS, code) && WORDS[code]) || firstLine(text) || 'the card has the details.'
  );
}

function regionWords({ line }: Command, region: string | null): string {
  if (region === null) return 'the newest picture is the whole screen. Leave out `in …`, or look closer again first.';
  const [, head = line, endings = ''] =
    /^(.*?)(?:\s+in\s+[\d\s,]+?)?((?:\s+with\s+\S+)?(?:\s+confirm)?)$/i.exec(line) ?? [];
  return `the newest picture is a close-up. Write \`${head} in ${region}${endings}\` when you read the point in it; otherwise write \`screen\` and read it there.`;
}

function endsOf(text: string): string {
  const lines = linesOf(text);
  const [first = '', last = ''] = [lines[0], lines.length > 1 ? lines.at(-1) : ''];
  return last === '' ? cut(first) : `${cut(first)} \`${cut(last).replaceAll('`', "'")}\``;
}

const firstLine = (text: string) => cut(linesOf(text)[0] ?? '');
const linesOf = (text: string) => text.split('\n').filter((line) => line.trim() !== '');
const LONGEST = 200;
const cut = (line: string) => (line.length > LONGEST ? `${line.slice(0, LONGEST - 1)}…` : line);
