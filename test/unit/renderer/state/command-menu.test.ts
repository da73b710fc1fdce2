import { describe, expect, it } from 'vitest';
import { menuFor } from '../../../../renderer/state/command-menu.ts';
import { COMMANDS } from '../../../support/window-fixture/sample-data.ts';

const labels = (text: string) => menuFor(text, COMMANDS)?.items.map((item) => item.label) ?? null;

describe('the menu of commands', () => {
  it('lists all for a slash, and those that begin as written', () => {
    expect(labels('/')).toHaveLength(COMMANDS.length);
    expect(labels('/B')).toEqual(['/background TASK']);
    expect(labels('/cl')).toEqual(['/clear']);
  });

  it('goes on with the words of a command', () => {
    expect(labels('/sandbox ')).toEqual(['status', 'explain']);
    expect(labels('/sandbox ex')).toEqual(['explain']);
    expect(menuFor('/sandbox ex', COMMANDS)?.items[0]?.text).toBe('/sandbox explain ');
  });

  it('stays away from ordinary text, whole commands and what follows them', () => {
    for (const text of [
      '',
      'hello',
      'see /help',
      '/help',
      '/background count',
      '/sandbox status',
      '/home/mira',
      '/help\nmore',
    ])
      expect(menuFor(text, COMMANDS), text).toBeNull();
  });

  it('says that a name is unknown', () => {
    expect(menuFor('/nothing', COMMANDS)).toEqual({ items: [], unknown: true });
  });
});
