import { describe, expect, test } from 'vitest';
import { chordLabel } from '../../../../main/computer/chord-label.ts';
import type { ShortcutVerdict } from '../../../../main/computer/shortcut-port.ts';
import { createShortcuts } from '../../../../main/computer/shortcuts.ts';
import { memoryConfig } from '../../../support/computer.ts';

function setUp() {
  const { config } = memoryConfig();
  const taken = new Map<string, () => void>();
  const verdicts: Record<string, ShortcutVerdict> = {};
  const ran: string[] = [];
  let changes = 0;
  const shortcuts = createShortcuts({
    port: {
      async take(chord, run) {
        const verdict = verdicts[chord] ?? 'works';
        if (verdict === 'works') taken.set(chord, run);
        return verdict;
      },
      release: () => taken.clear(),
    },
    platform: 'linux',
    config: () => config.computerUse,
    run: { pause: () => void ran.push('pause'), stop: () => void ran.push('stop') },
    changed: () => {
      changes += 1;
    },
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
  });
  return { config: config.computerUse, shortcuts, taken, verdicts, ran, changes: () => changes };
}

describe('the shortcuts', () => {
  test('are asked for while computer use is on, and given back when it is switched off', async () => {
    const { config, shortcuts, taken, ran, changes } = setUp();
    expect(shortcuts.states().pause.status).toBe('off');
    await shortcuts.update();
    expect([...taken.keys()]).toEqual(['ctrl+alt+shift+p', 'ctrl+alt+shift+s']);
    expect(shortcuts.states().stop).toEqual({ label: 'Ctrl+Alt+Shift+S', status: 'works', note: null });
    for (const run of taken.values()) run();
    expect(ran).toEqual(['pause', 'stop']);
    await shortcuts.update();
    expect(changes()).toBe(1);
    config.enabled = false;
    await shortcuts.update();
    expect([...taken.keys()]).toEqual([]);
    expect(shortcuts.states().pause).toEqual({ label: 'Ctrl+Alt+Shift+P', status: 'off', note: null });
  });

  test('say so when another program has one, and work again with another chord', async () => {
    const { config, shortcuts, taken, verdicts } = setUp();
    verdicts['ctrl+alt+shift+p'] = 'taken';
    await shortcuts.update();
    expect(shortcuts.states().pause).toMatchObject({ status: 'taken' });
    expect(shortcuts.states().pause.note).toContain('Another program has this shortcut');
    config.pauseShortcut = 'super+f9';
    await shortcuts.update();
    expect(shortcuts.states().pause).toEqual({ label: 'Super+F9', status: 'works', note: null });
    expect([...taken.keys()]).toEqual(['super+f9', 'ctrl+alt+shift+s']);
  });

  test('can be none, and one chord never does both', async () => {
    const { config, shortcuts, taken } = setUp();
    config.stopShortcut = '';
    await shortcuts.update();
    expect(shortcuts.states().stop).toEqual({ label: null, status: 'off', note: null });
    config.stopShortcut = config.pauseShortcut;
    await shortcuts.update();
    expect([...taken.keys()]).toEqual(['ctrl+alt+shift+p']);
  });

  test('are written as people read them', () => {
    expect(chordLabel('shift+CTRL+pageup', 'linux')).toBe('Shift+Ctrl+Pageup');
    expect(chordLabel('cmd+p', 'darwin')).toBe('Cmd+P');
    expect(chordLabel('cmd+p', 'win32')).toBe('Win+P');
    expect([chordLabel('p', 'linux'), chordLabel('shift+p', 'linux'), chordLabel('', 'linux')]).toEqual([
      null,
      null,
      null,
    ]);
  });
});
