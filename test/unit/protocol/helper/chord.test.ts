import { describe, expect, test } from 'vitest';
import { parseChord } from '../../../../protocol/helper/chord.ts';

describe('chords that are accepted', () => {
  test.each([
    ['ctrl+s', ['ctrl'], 's'],
    ['  Control + SHIFT + S ', ['ctrl', 'shift'], 'S'],
    ['cmd', [], 'cmd'],
    ['super', [], 'cmd'],
    ['win+l', ['cmd'], 'l'],
    ['option+Return', ['alt'], 'enter'],
    ['+', [], '+'],
    ['ctrl++', ['ctrl'], '+'],
    ['ctrl+plus', ['ctrl'], '+'],
    ['ctrl+minus', ['ctrl'], '-'],
    ['F12', [], 'f12'],
    ['PageDown', [], 'pagedown'],
    ['ctrl+é', ['ctrl'], 'é'],
    ['del', [], 'delete'],
    ['shift+ctrl+tab', ['shift', 'ctrl'], 'tab'],
    ['alt+f4', ['alt'], 'f4'],
  ])('%s', (text, modifiers, key) => {
    expect(parseChord(text, 'linux')).toEqual({ ok: true, modifiers, key });
  });
});

describe('chords that are refused, with the token', () => {
  test.each([
    ['', ''],
    ['ctrl+', ''],
    ['+a', ''],
    ['++', ''],
    ['ctrl++a', ''],
    ['hyper+q', 'hyper'],
    ['q+ctrl', 'q'],
    ['a+b', 'a'],
    ['ctrl+ctrl+a', 'ctrl'],
    ['ctrl+control+a', 'control'],
    ['ctrl+shift', 'shift'],
    ['f13', 'f13'],
    ['f0', 'f0'],
    ['capslock', 'capslock'],
    ['ctrl+ab', 'ab'],
    ['ctrl+\u0000', '\u0000'],
    ['constructor', 'constructor'],
    ['__proto__+a', '__proto__'],
    ['\u0301', '\u0301'],
  ])('%j', (text, token) => {
    expect(parseChord(text, 'linux')).toEqual({ ok: false, code: 'invalid_chord', token });
  });
});

describe('reserved chords', () => {
  test.each([
    ['ctrl+alt+f1', 'linux'],
    ['alt+ctrl+F12', 'linux'],
    ['ctrl+alt+shift+f2', 'linux'],
    ['ctrl+alt+backspace', 'linux'],
    ['ctrl+alt+delete', 'win32'],
    ['ctrl+alt+delete', 'linux'],
    ['Control+Shift+Alt+Del', 'linux'],
    ['ctrl+alt+shift+p', 'darwin'],
    ['shift+alt+ctrl+S', 'win32'],
  ] as const)('%s on %s', (text, platform) => {
    expect(parseChord(text, platform)).toEqual({ ok: false, code: 'reserved_chord', token: text });
  });

  test.each([
    ['ctrl+alt+delete', 'darwin'],
    ['ctrl+delete', 'linux'],
    ['ctrl+alt+f1', 'win32'],
    ['ctrl+alt+t', 'linux'],
  ] as const)('%s is an ordinary chord on %s', (text, platform) => {
    expect(parseChord(text, platform).ok).toBe(true);
  });
});
