/** Whether the same call may be sent again unchanged. */
export type Retry = 'no' | 'once' | 'later' | 'yes';

interface CodeFacts {
  /** What happened, when the place that refuses has nothing more exact to say. */
  message: string;
  /** What to do instead; added to every message. */
  hint: string;
  retry: Retry;
}

const facts = (message: string, hint: string, retry: Retry = 'no'): CodeFacts => ({ message, hint, retry });

const CHECK_OWNER = 'Tell the owner; only they can change that.';
const LOOK_FIRST = 'Take a screenshot before anything else: {"action":"screenshot"}.';
const LIST_AGAIN = 'List the controls again: {"action":"elements"}.';
const NOTHING_SENT = 'Nothing was sent.';

/** Every code a `computer_use` call may answer. The user guide lists the same table (docs/computer-use.md). */
export const COMPUTER_CODES = {
  invalid_action: facts('There is no such action.', 'Use one of the actions in the schema.'),
  invalid_params: facts('A parameter is not valid.', 'Correct it and send the call again.'),
  invalid_chord: facts('The key chord is not valid.', 'Write it like ctrl+s: modifiers first, then one key.'),
  reserved_chord: facts('This key chord is reserved.', 'It would end or switch the session, so it is never sent.'),
  addressing_conflict: facts(
    'The call names two targets.',
    'Name the target once: by x and y, by mark, or by observation_id and ref.',
  ),
  not_enabled: facts('Computer use is switched off.', 'The owner switches it on from its card.'),
  no_conversation: facts('This call belongs to no conversation.', 'Call it from a conversation.'),
  unattended_origin: facts(
    'Computer use needs the owner to be present.',
    'Scheduled and background runs cannot use the screen; ask the owner in a chat.',
  ),
  subagent_denied: facts('A subagent cannot use the computer.', 'Let the main conversation do this step.'),
  shared_conversation: facts(
    'More than one person can post in this conversation, so it cannot use the computer.',
    'The owner can ask in a private conversation.',
  ),
  guest_denied: facts('Unknown capability: computer_use', ''),
  operator_stopped: facts('The owner stopped computer use.', 'Do not try again in this turn; tell the owner.'),
  strict_mode: facts(
    'The sandbox is in strict mode: looking and moving the pointer work, changing anything does not.',
    CHECK_OWNER,
  ),
  paused: facts('Computer use is paused.', 'Do not retry; tell the owner that Resume lifts the pause.'),
  input_permission_missing: facts(
    'The system does not let the helper post mouse and keyboard input. Looking still works.',
    'The permissions page shows how to grant it.',
  ),
  capture_permission_missing: facts(
    'The system does not let the helper see the screen.',
    'The permissions page shows how to grant it.',
  ),
  action_budget_exhausted: facts(
    'The number of computer actions for one request is used up.',
    'Say what was done so far; the next message of the owner starts a new count.',
  ),
  busy: facts('Another computer action of this conversation is still running.', 'Wait for its result.', 'later'),
  input_busy: facts(
    'Another conversation is using mouse and keyboard.',
    'Looking still works. Try again later, or tell the owner.',
    'later',
  ),
  input_owner_unknown: facts('It could not be told who is using mouse and keyboard.', 'Try again later.', 'later'),
  user_active: facts(
    'The owner is using mouse or keyboard, so the action stepped aside.',
    'Nothing was sent. Do something else or ask the owner; do not repeat in a loop.',
    'later',
  ),
  no_view: facts(
    'There is no picture that coordinates could belong to.',
    'Take a screenshot first and use its coordinates: {"action":"screenshot"}.',
  ),
  region_mismatch: facts('The region does not fit the latest picture.', NOTHING_SENT),
  ambiguous_coordinates: facts('The coordinates can be read in two ways.', NOTHING_SENT),
  point_outside_image: facts('The point is outside the latest picture.', 'Read the coordinates in that picture.'),
  display_mismatch: facts('The latest picture shows another display.', NOTHING_SENT),
  display_not_found: facts(
    'There is no such display.',
    'Display 0 is the primary one: {"action":"screenshot","display":0}.',
  ),
  display_changed: facts('The display changed since the picture was taken.', LOOK_FIRST),
  display_disconnected: facts('The display was disconnected.', LOOK_FIRST),
  no_marks: facts('There are no numbered marks.', NOTHING_SENT),
  stale_mark: facts(
    'What the mark was on is not there any more.',
    'Take new marks: {"action":"screenshot","marks":true}.',
  ),
  unknown_mark: facts('There is no mark with this number.', NOTHING_SENT),
  unknown_view: facts('There is no view with this id.', NOTHING_SENT),
  expired_view: facts('The view is too old.', NOTHING_SENT),
  stale_element: facts('The control is not there any more, or is another one now.', LIST_AGAIN),
  element_required: facts('The action needs a control of a list.', NOTHING_SENT),
  element_disabled: facts('The control is disabled.', 'Find out what enables it; pressing it again will not help.'),
  element_action_unsupported: facts('The control does not offer this itself.', NOTHING_SENT),
  accessibility_timeout: facts(
    'The program took the request and did not answer in time; it may or may not have happened.',
    LOOK_FIRST,
  ),
  accessibility_failed: facts('The program could not do it.', LOOK_FIRST),
  accessibility_unavailable: facts(
    'This session has no accessibility service, so controls cannot be listed or named.',
    'Use pictures and coordinates: {"action":"screenshot"}.',
  ),
  target_changed: facts(
    'What the action was aimed at is not what the picture showed any more.',
    'Nothing was sent. Take a screenshot and aim again: {"action":"screenshot"}; where a place keeps changing by itself, use a mark or the keyboard.',
  ),
  own_window: facts(
    'The target belongs to Fermix itself.',
    'The agent never operates its own windows. Tell the owner what to press.',
  ),
  no_active_display: facts('There is no display to work with.', 'A graphical session is needed; tell the owner.'),
  display_asleep: facts('The display is asleep.', 'Tell the owner to wake it.'),
  session_locked: facts('The screen is locked.', 'Nothing is typed into a locked screen. Tell the owner.'),
  secure_desktop: facts('The system shows its secure desktop.', 'Only the owner can answer it.'),
  target_elevated: facts('The target runs with higher rights than Fermix.', 'Tell the owner to do this step.'),
  capture_stalled: facts('Taking the picture took too long.', 'Try once more.', 'once'),
  capture_wedged: facts('Taking pictures failed several times.', 'Wait the time named, then try again.', 'later'),
  capture_geometry_mismatch: facts('The picture does not have the size the system reports.', CHECK_OWNER),
  not_delivered: facts('The action did nothing.', 'Look at the picture, then try once more.', 'once'),
  interrupted: facts('The action was stopped part way.', LOOK_FIRST),
  clipboard_unavailable: facts('The clipboard could not be used.', 'Nothing was sent; use type instead.', 'once'),
  helper_not_installed: facts('The computer-use helper is not installed.', CHECK_OWNER),
  helper_incompatible: facts('The helper does not fit this version of the app.', 'The owner reinstalls Fermix.'),
  helper_checksum_mismatch: facts(
    'A file of the helper is not the one that was built, so it is not started.',
    'The owner reinstalls Fermix.',
  ),
  platform_unsupported: facts('Computer use does not work on this system.', 'The rest of the app works.'),
  not_dispatched: facts('The helper failed before any input was sent.', 'The same call may be sent again.', 'yes'),
  outcome_unknown: facts('The helper failed while the action ran; it may or may not have happened.', LOOK_FIRST),
  helper_fault: facts('The helper could not be started.', CHECK_OWNER),
  protocol_error: facts('The helper gave an answer that does not make sense; it was stopped.', LOOK_FIRST),
} as const satisfies Record<string, CodeFacts>;

export type ComputerCode = keyof typeof COMPUTER_CODES;

export function isComputerCode(code: string): code is ComputerCode {
  return Object.hasOwn(COMPUTER_CODES, code);
}
