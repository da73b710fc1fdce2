import type { ConversationSummary } from '../conversation/entry.ts';
import type { NumberedEvent } from '../conversation/event.ts';
import type { ComputerState, ModelState } from './shapes.ts';

/** Everything the host may announce to the window. */
export interface HostEvents {
  'conversation.event': NumberedEvent;
  'conversation.change': { summary: ConversationSummary } | { removed: string };
  'model.change': ModelState;
  'computer.change': ComputerState;
  /** A recording got a step, began, ended or went. */
  'recording.change': { id: string };
  /** Something was remembered, changed or forgotten, or a review began or ended. */
  'memory.change': null;
  /** `skill.list` answers something else from now on. */
  'skill.change': null;
  'tool-run.output': { runId: string; text: string };
  /** The window was asked to close and no tray keeps the app alive. */
  'app.close-asked': { running: number };
  'app.navigate': { page: string };
  /** `app.info` answers something else from now on. */
  'app.info-change': null;
}

export type HostEventName = keyof HostEvents;

/** One announcement as it crosses the bridge. */
export type HostEvent = { [N in HostEventName]: { name: N; payload: HostEvents[N] } }[HostEventName];
