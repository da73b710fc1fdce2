import { type LucideIcon, Monitor, MonitorOff, MonitorPause, MonitorPlay } from 'lucide-react';
import { useState } from 'react';
import { useStore } from 'zustand';
import type { ComputerState } from '../../../protocol/ipc/shapes.ts';
import { useApp } from '../../app-context.ts';
import { shell as words } from '../../strings/shell.ts';

interface Look {
  text: string;
  icon: LucideIcon;
  /** Class of the icon's colour; the words say the same. */
  tone: string;
}

export interface ComputerControl extends Look {
  /** What the button does, or null while computer use is off. */
  verb: 'pause' | 'resume' | null;
  /** Why the button does nothing now, or null. */
  reason: string | null;
  busy: boolean;
  act: () => void;
}

/** The state of computer use in words, and its one button. */
export function useComputerControl(): ComputerControl {
  const { host, computer, shell, attempt } = useApp();
  const state = useStore(computer, (resource) => resource.value);
  const [busy, setBusy] = useState(false);
  const verb = verbOf(state);
  const reason = verb && state?.session === 'none' ? words.computer.nothingToPause : null;

  async function run(): Promise<void> {
    if (reason) shell.say('info', reason);
    if (!verb || reason) return;
    setBusy(true);
    await attempt(async () => {
      const { text } = await host.call(verb === 'pause' ? 'computer.pause' : 'computer.resume', {});
      shell.say('info', text);
      await computer.load();
    });
    setBusy(false);
  }

  return { ...lookOf(state), verb, reason, busy, act: () => void run() };
}

function verbOf(state: ComputerState | null): 'pause' | 'resume' | null {
  if (!state?.supported || !state.enabled) return null;
  return state.session === 'paused' ? 'resume' : 'pause';
}

function lookOf(state: ComputerState | null): Look {
  const { computer } = words;
  if (!state) return { text: computer.unknown, icon: Monitor, tone: 'text-muted' };
  if (!state.supported) return { text: computer.unsupported, icon: MonitorOff, tone: 'text-muted' };
  if (state.needsRestart) return { text: computer.restart, icon: Monitor, tone: 'text-warn' };
  if (!state.enabled) return { text: computer.off, icon: MonitorOff, tone: 'text-muted' };
  if (state.session === 'acting') return { text: computer.acting, icon: MonitorPlay, tone: 'text-accent-ink' };
  if (state.session === 'paused') return { text: computer.paused, icon: MonitorPause, tone: 'text-warn' };
  return { text: computer.idle, icon: Monitor, tone: 'text-ok' };
}
