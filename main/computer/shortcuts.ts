import type { ChordPlatform } from '../../protocol/helper/chord.ts';
import type { ShortcutState } from '../../protocol/ipc/shapes.ts';
import type { Log } from '../agent/ports.ts';
import type { Config } from '../config/config-port.ts';
import { chordLabel } from './chord-label.ts';
import { noShortcuts, type ShortcutPort, type ShortcutVerdict } from './shortcut-port.ts';

export type ShortcutName = 'pause' | 'stop';
export type ShortcutStates = Record<ShortcutName, ShortcutState>;

export interface ShortcutsPorts {
  port: ShortcutPort;
  platform: ChordPlatform;
  config(): Config['computerUse'];
  /** What the chords do. */
  run: Record<ShortcutName, () => void>;
  changed(): void;
  log: Log;
}

/** The chords that hold and stop computer use from anywhere. Asked for only while it is switched on. */
export interface Shortcuts {
  states(): ShortcutStates;
  /** After the settings changed: gives back and asks anew when the chords are other ones now. */
  update(): Promise<void>;
  close(): void;
}

const NAMES: readonly ShortcutName[] = ['pause', 'stop'];
const NOTES: Record<Exclude<ShortcutVerdict, 'works'>, string> = {
  taken: 'Another program has this shortcut, so it does not reach Fermix. Choose another one.',
  unavailable: 'This desktop does not give out shortcuts that work everywhere. Use the tray or the window.',
};

export function createShortcuts({ port, platform, config, run, changed, log }: ShortcutsPorts): Shortcuts {
  const verdicts = new Map<string, ShortcutVerdict>();
  let asked = '';
  let queue: Promise<void> = Promise.resolve();
  let closed = false;

  const chords = (): Record<ShortcutName, string> => {
    const { pauseShortcut, stopShortcut } = config();
    // One chord cannot do both; holding is the lesser of the two.
    return { pause: pauseShortcut, stop: stopShortcut === pauseShortcut ? '' : stopShortcut };
  };

  const state = (name: ShortcutName): ShortcutState => {
    const label = chordLabel(chords()[name], platform);
    const verdict = verdicts.get(chords()[name]);
    if (label === null || verdict === undefined || !config().enabled) return { label, status: 'off', note: null };
    return { label, status: verdict, note: verdict === 'works' ? null : NOTES[verdict] };
  };

  const ask = async (): Promise<void> => {
    const { enabled } = config();
    const wanted = JSON.stringify([enabled, chords()]);
    if (closed || port === noShortcuts || wanted === asked) return;
    asked = wanted;
    port.release();
    verdicts.clear();
    for (const name of enabled ? NAMES : []) {
      const chord = chords()[name];
      if (chord === '') continue;
      const verdict = await port.take(chord, run[name]).catch((): ShortcutVerdict => 'unavailable');
      verdicts.set(chord, verdict);
      if (verdict !== 'works') log.warn('computer.shortcut_not_given', { shortcut: name, chord, verdict });
    }
    changed();
  };

  return {
    states: () => ({ pause: state('pause'), stop: state('stop') }),
    update() {
      queue = queue.then(ask);
      return queue;
    },
    close() {
      closed = true;
      port.release();
    },
  };
}
