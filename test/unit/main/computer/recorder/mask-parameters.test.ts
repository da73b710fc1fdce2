import { describe, expect, test } from 'vitest';
import { maskParameters } from '../../../../../main/computer/recorder/mask-parameters.ts';
import { watchSecrets } from '../../../../../main/config/known-secrets.ts';
import type { SecretStore } from '../../../../../main/config/secrets-port.ts';
import type { ActionReport, ScreenTarget } from '../../../../../protocol/conversation/action-report.ts';

const store: SecretStore = {
  backend: 'keychain',
  note: null,
  has: () => true,
  read: async () => ({ ok: true, value: 'my-mail-key-value' }),
  write: async () => undefined,
  remove: async () => undefined,
};
const { known, secrets } = watchSecrets(store, { MAIL_TOKEN: 'from-the-environment', HOME: '/home/someone' });

const report = (target?: ScreenTarget): ActionReport => ({
  action: 'type',
  session: 's',
  dispatch: 'sent',
  delivery: 'n/a',
  effect: 'verified',
  courtesy: 'proceeded',
  ...(target ? { target } : {}),
});
const field = (more: Partial<ScreenTarget> = {}): ScreenTarget => ({
  role: 'field',
  name: 'Name',
  by: 'focus',
  ...more,
});
const typed = (text: string, target?: ScreenTarget) => maskParameters({ action: 'type', text }, report(target), known);

describe('a typed text is kept', () => {
  test.each(['field', 'textarea', 'combo'])('in a control that is named as a %s', (role) => {
    expect(typed('Dear Ms Example', field({ role }))).toEqual({
      parameters: { action: 'type', text: 'Dear Ms Example' },
    });
  });
});

test('lines of a text area, and a Return at the end, stay in their field', () => {
  const lines = 'Dear Ms Example\nthank you\n';
  expect(typed(lines, field({ role: 'textarea' })).parameters['text']).toBe(lines);
  expect(typed('a name\n', field()).parameters['text']).toBe('a name\n');
});

describe('and hidden', () => {
  test.each<[string, string, ScreenTarget | undefined, string]>([
    ['in a password field', 'horse', field({ secure: true }), 'secure_field'],
    ['in one by its role alone', 'horse', field({ role: 'secure_field' }), 'secure_field'],
    ['where nothing said what has the focus', 'horse', undefined, 'unknown_field'],
    ['in a terminal', 'horse', field({ role: 'other' }), 'unknown_field'],
    ['with a Tab in it, which may lead to a password field', 'alice\thorse', field(), 'unknown_field'],
    ['with a Return in a field of one line', 'alice\nhorse', field(), 'unknown_field'],
    ['in an open field that asks for one', 'horse', field({ name: 'One-time code' }), 'looks_secret'],
    ['when it looks like a password', 'Tr0ub4dor&3', field(), 'looks_secret'],
    ['when it has the shape of a key', 'the key is sk-ant-abcdefgh12345', field(), 'looks_secret'],
    ['when it holds a secret of the environment', 'x from-the-environment x', field(), 'looks_secret'],
  ])('%s', (_where, text, target, why) => {
    const masked = typed(text, target);
    expect(masked.hidden).toEqual({ field: 'text', characters: [...text].length, why });
    expect(JSON.stringify(masked)).not.toContain(text);
  });

  test('when it is a key that the app has read from its own store', async () => {
    expect(typed('my-mail-key-value', field()).hidden).toBeUndefined();
    await secrets.read('MAIL');
    expect(typed('my-mail-key-value', field()).hidden?.why).toBe('looks_secret');
  });

  test('before the action, whatever it is: nothing is known then', () => {
    expect(maskParameters({ action: 'paste', text: 'horse' }, null, known)).toEqual({
      parameters: { action: 'paste' },
      hidden: { field: 'text', characters: 5, why: 'unknown_field' },
    });
  });
});

describe('key presses', () => {
  const pressed = (chord: string, target?: ScreenTarget) =>
    maskParameters({ action: 'key', chord }, report(target), known);
  test('a shortcut is kept, one character only in an ordinary field', () => {
    expect(pressed('ctrl+s').parameters['chord']).toBe('ctrl+s');
    expect(pressed('enter').parameters['chord']).toBe('enter');
    expect(pressed('h').hidden).toEqual({ field: 'chord', characters: 1, why: 'unknown_field' });
    expect(pressed('h', field({ secure: true })).hidden?.why).toBe('secure_field');
    expect(pressed('h', field()).parameters['chord']).toBe('h');
  });
});

test('a value written into a control by name follows the same rule', () => {
  const input = { action: 'set_value', ref: 'e3', value: 'horse' } as never;
  expect(maskParameters(input, report(field({ by: 'element' })), known).parameters).toMatchObject({ value: 'horse' });
  const hidden = maskParameters(input, report(field({ by: 'element', secure: true })), known);
  expect(hidden).toEqual({
    parameters: { action: 'set_value', ref: 'e3' },
    hidden: { field: 'value', characters: 5, why: 'secure_field' },
  });
});
