import { describe, expect, test } from 'vitest';
import { badgeOf } from '../../../../main/computer/badge-keeper.ts';
import { OWNER, setUpComputer } from '../../../support/computer.ts';

const works = { label: 'Ctrl+Alt+Shift+P', status: 'works', note: null } as const;
const off = { label: null, status: 'off', note: null } as const;

describe('the badge', () => {
  test('is shown from the first action, changes with a pause, and goes to the conversation used last', async () => {
    const { act, service, helpers } = setUpComputer();
    await act({ action: 'screenshot' });
    expect(helpers[0]?.badges.map((badge) => badge?.state)).toEqual(['driving']);
    await act({ action: 'screenshot' });
    expect(helpers[0]?.badges).toHaveLength(1);
    await service.pause();
    await expect.poll(() => helpers[0]?.badges.at(-1)?.state).toBe('paused');
    await service.resume();
    await expect.poll(() => helpers[0]?.badges.at(-1)?.state).toBe('driving');
    await act({ action: 'screenshot' }, { caller: { ...OWNER, conversationId: 'c2' } });
    await expect.poll(() => helpers[1]?.badges.at(-1)?.state).toBe('driving');
    expect(helpers[0]?.badges.at(-1)).toBeNull();
    await service.close();
  });

  test('names the shortcuts that work, and only those', () => {
    expect(badgeOf(false, { pause: works, stop: off }).hint).toBe('Pause: Ctrl+Alt+Shift+P');
    expect(badgeOf(true, { pause: works, stop: off })).toEqual({
      state: 'paused',
      title: 'Fermix is paused',
      hint: 'Resume: Ctrl+Alt+Shift+P',
    });
    const taken = { ...works, status: 'taken', note: 'Another program has it.' } as const;
    expect(badgeOf(false, { pause: taken, stop: off }).hint).toBe('Pause and Stop are in the Fermix window');
  });
});
