import type { HostEvent } from '../../protocol/ipc/events.ts';
import type { ComputerState, ModelState } from '../../protocol/ipc/shapes.ts';
import type { Conversations } from '../agent/conversations-port.ts';
import type { HostActivity } from './ports.ts';

/** Gathers what the parts announce into one ordered line of events, and into what the tray shows. */
export interface Hub {
  announce(event: HostEvent): void;
  onEvent(listener: (event: HostEvent) => void): () => void;
  activity(): HostActivity;
  onActivity(listener: (activity: HostActivity) => void): () => void;
}

export function createHub(parts: {
  conversations: Conversations;
  models: { onChange(listener: (state: ModelState) => void): () => void };
  computer: { state(): ComputerState; onChange(listener: (state: ComputerState) => void): () => void };
}): Hub {
  const { conversations, models, computer } = parts;
  const listeners = new Set<(event: HostEvent) => void>();
  const activityListeners = new Set<(activity: HostActivity) => void>();
  let shown = '';

  const announce = (event: HostEvent) => {
    for (const listener of [...listeners]) listener(event);
  };
  const activity = (): HostActivity => {
    const { session, enabled } = computer.state();
    return { ...conversations.activity(), computer: session, computerEnabled: enabled };
  };
  const tellActivity = () => {
    const now = activity();
    const text = JSON.stringify(now);
    if (text === shown) return;
    shown = text;
    for (const listener of [...activityListeners]) listener(now);
  };

  conversations.onEvent((payload) => announce({ name: 'conversation.event', payload }));
  conversations.onChange((payload) => {
    announce({ name: 'conversation.change', payload });
    tellActivity();
  });
  models.onChange((payload) => announce({ name: 'model.change', payload }));
  computer.onChange((payload) => {
    announce({ name: 'computer.change', payload });
    tellActivity();
  });
  return {
    announce,
    onEvent: (listener) => subscribe(listeners, listener),
    activity,
    onActivity: (listener) => subscribe(activityListeners, listener),
  };
}

function subscribe<T>(listeners: Set<T>, listener: T): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
