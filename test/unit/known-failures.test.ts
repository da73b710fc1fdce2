import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

/**
 * What went wrong in computer use elsewhere, and the test that keeps it from going wrong here: a folder or file below
 * test/, and words of the test's title in it.
 */
const KEPT_FROM: readonly (readonly [failure: string, file: string, title: string])[] = [
  [
    'clicks landed on the point of the click before',
    'unit/helper/perform',
    'presses nothing at a point that was not reached',
  ],
  ['a drag was a jump in no time', 'integration/helper/input', 'drags in steps that never turn back and end exactly'],
  ['a click without its region landed elsewhere', 'unit/main/computer/addressing', 'crop R and no region: refused'],
  ['numbers of the full screen were used in a crop', 'unit/main/computer/addressing', 'the historic incident: 2.81'],
  [
    'the guard saw only windows in the corner',
    'unit/main/computer/addressing',
    'a window away from the origin trips too',
  ],
  [
    'a refusal did not say how to go on',
    'unit/main/computer/addressing',
    'full and region S: refused with both ways out',
  ],
  ['a wide display became a strip', 'unit/protocol/helper/geometry', '3840, 1080'],
  [
    'a magnified crop and its inverse disagreed',
    'unit/protocol/helper/geometry',
    'comes back unchanged from the screen',
  ],
  ['clicks on a crop were half a pixel off', 'unit/protocol/helper/geometry', 'is the middle of what it shows'],
  [
    'a person moving the mouse looked like a miss',
    'unit/main/computer/session',
    'unconfirmed: unverified, and never "send it again"',
  ],
  [
    'clicks vanished without the permission',
    'unit/main/computer/session',
    'a permission granted meanwhile counts at once',
  ],
  ['a pause between the decision and the input was lost', 'unit/main/computer/control', 'keeps it from being sent'],
  [
    'a pause waited behind a running call',
    'integration/helper/lifecycle',
    'answers a control at once while an action runs',
  ],
  [
    'a pause was claimed without proof',
    'unit/main/computer/control',
    'without an answer in five seconds the helper is ended',
  ],
  [
    'a late reply answered the next call',
    'unit/main/computer/supervisor',
    'the late reply to a question that was given up',
  ],
  [
    'a silent helper was handed real input',
    'unit/main/computer/session',
    'silent about idle time is not handed real input',
  ],
  ['a failed check bought a second click', 'unit/main/computer/session', 'a check that failed is not a failed action'],
  [
    'success was read from the picture',
    'unit/main/computer/session',
    'not delivered: a failure with the reason and the picture',
  ],
  ['the check came before the program had drawn', 'unit/helper/settle', 'ends when drawing ends'],
  ['the check of a zoomed action was the full screen', 'unit/main/computer/session', 'the check is the same crop'],
  [
    'a click that changed nothing was repeated',
    'unit/main/computer/session',
    'three actions in a row without a visible change',
  ],
  [
    'a helper stuck in a capture was not ended',
    'integration/computer/helper-process',
    'killing ends it and what it started',
  ],
  ['helpers were started into a broken capture', 'unit/main/computer/rules', 'only a picture clears it'],
  [
    'an error left a button or the clipboard behind',
    'unit/helper/perform',
    'leaves nothing held and the clipboard as it was',
  ],
  ['a killed helper left a button down', 'integration/computer/desktop', 'the next one lets the button go'],
  ['a paste lost pictures and files', 'integration/helper/clipboard', 'back whole'],
  [
    'an empty list ended the work',
    'unit/main/computer/control-text',
    'nothing anywhere and nothing here are different answers',
  ],
  [
    'disabled buttons were left out',
    'unit/main/computer/control-text',
    'disabled ones are listed as disabled, not dropped',
  ],
  [
    'a label forged a line with a reference',
    'unit/main/computer/control-text',
    'a label cannot forge a line or a reference',
  ],
  ['two conversations moved one pointer', 'unit/main/computer/session', 'another conversation may look but not act'],
  ['the agent fought for the pointer', 'integration/courtesy/person', 'it says that it stepped aside'],
  ['a message named the wrong system', 'unit/main/computer/rules', "'Intel macOS'"],
  [
    'an old helper ignored what it did not know',
    'unit/main/computer/supervisor',
    'another protocol version is refused with both numbers',
  ],
  [
    'an unattended run drove an open session',
    'unit/main/computer/session',
    'cannot use a session that an attended turn left open',
  ],
  ['a dead session answered the next call', 'unit/main/computer/supervisor', 'the next call starts a clean helper'],
  [
    'a session came back for a conversation that was over',
    'unit/main/computer/control',
    'quitting ends everything, and nothing starts again',
  ],
  ['a crash looked like a normal end', 'unit/main/computer/recorder', 'that died does not look like one that finished'],
  ['text spoke of pictures that were gone', 'unit/main/agent/pictures', 'leave a line that they cannot be acted on'],
  ['every picture was said to be of display 0', 'unit/main/computer/views', 'a picture names the display it shows'],
  [
    'a zoom inside a zoom was recorded in the wrong pixels',
    'unit/main/computer/named-view',
    'the rectangle of the whole screen is what is told',
  ],
  ['after a Stop another helper was started', 'unit/main/computer/control', 'holds for the rest of the turn'],
  ['a waiting action fired minutes later', 'unit/main/computer/session', 'is refused, not queued'],
  ['typing could not be interrupted', 'integration/helper/lifecycle', 'pauses between two chunks of typing'],
  ['an unknown modifier was dropped from a chord', 'unit/main/computer/validate', 'an unknown modifier'],
  [
    'advice that could not be followed on Wayland',
    'unit/main/computer/session',
    'a Wayland session and a missing display are refused',
  ],
  [
    'tests of the gates passed on one system only',
    'unit/main/computer/session',
    'on another system it says so and starts nothing',
  ],
  ['marks of an older picture were used', 'unit/main/computer/marks', 'ends them'],
  ['marks were taken for the nearest one', 'unit/main/computer/marks', 'is never taken for the nearest'],
  ['a permission question was answered by the agent', 'integration/computer/desktop', 'own window is never operated'],
];

test.each(KEPT_FROM)('%s: kept from by a test', (_failure, file, title) => {
  expect(sourceOf(file)).toContain(title);
});

/** The file of this name, or all files of the folder. */
function sourceOf(name: string): string {
  const path = join(import.meta.dirname, '..', name);
  const file = `${path}.test.ts`;
  if (existsSync(file)) return readFileSync(file, 'utf8');
  return readdirSync(path)
    .map((one) => readFileSync(join(path, one), 'utf8'))
    .join('\n');
}
