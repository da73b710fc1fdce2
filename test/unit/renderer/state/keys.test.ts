import { expect, test } from 'vitest';
import { commandFor, SHORTCUTS, shortcutText } from '../../../../renderer/state/commands.ts';
import { composerKey } from '../../../../renderer/state/composer-keys.ts';

const press = (key: string, more: object = {}) => ({
  key,
  shiftKey: false,
  ctrlKey: false,
  altKey: false,
  metaKey: false,
  isComposing: false,
  keyCode: 0,
  ...more,
});

test('Enter sends, Shift+Enter does not', () => {
  expect(composerKey(press('Enter'), 'hi')).toBe('send');
  expect(composerKey(press('Enter', { shiftKey: true }), 'hi')).toBeNull();
  expect(composerKey(press('Enter', { ctrlKey: true }), 'hi')).toBeNull();
});

test('a key of an input method is left to it', () => {
  expect(composerKey(press('Enter', { isComposing: true }), 'に')).toBeNull();
  expect(composerKey(press('Enter', { keyCode: 229 }), 'に')).toBeNull();
});

test('Up brings the last message back in an empty field only', () => {
  expect(composerKey(press('ArrowUp'), '')).toBe('recall');
  expect(composerKey(press('ArrowUp'), 'x')).toBeNull();
});

test.each([
  ['n', { ctrlKey: true }, 'new-conversation'],
  ['.', { ctrlKey: true }, 'stop'],
  ['F', { ctrlKey: true }, 'search'],
  ['A', { ctrlKey: true, shiftKey: true }, 'focus-approval'],
  ['a', { ctrlKey: true }, null],
  ['n', {}, null],
  ['n', { ctrlKey: true, altKey: true }, null],
  ['+', { ctrlKey: true, shiftKey: true }, 'larger-text'],
  ['F1', {}, 'show-shortcuts'],
])('%s with %o is %s', (key, more, command) => {
  expect(commandFor(press(key, more), false)).toBe(command);
});

test('a Mac uses its own key', () => {
  expect(commandFor(press('n', { metaKey: true }), true)).toBe('new-conversation');
  expect(commandFor(press('n', { ctrlKey: true }), true)).toBeNull();
});

test('no two commands share a shortcut', () => {
  const written = SHORTCUTS.map(({ id }) => shortcutText(id, false));
  expect(new Set(written).size).toBe(written.length);
});
