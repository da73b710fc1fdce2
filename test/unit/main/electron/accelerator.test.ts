import { describe, expect, test } from 'vitest';
import { toAccelerator } from '../../../../main/electron/accelerator.ts';

describe('an accelerator', () => {
  test.each([
    ['ctrl+alt+shift+p', 'Control+Alt+Shift+P'],
    ['super+f9', 'Super+F9'],
    ['alt+pageup', 'Alt+PageUp'],
    ['ctrl+plus', 'Control+Plus'],
    ['ctrl+shift+enter', 'Control+Shift+Return'],
    ['ctrl+left', 'Control+Left'],
  ])('of %s is %s', (chord, accelerator) => expect(toAccelerator(chord, 'linux')).toBe(accelerator));

  test('needs a modifier that typing does not use, and is none that ends the session', () => {
    expect(
      ['p', 'shift+p', 'ctrl', 'ctrl+alt+f2', 'ctrl+alt+delete', ''].map((one) => toAccelerator(one, 'linux')),
    ).toEqual(Array(6).fill(null));
  });
});
