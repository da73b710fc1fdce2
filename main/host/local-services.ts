import type { NumberedEvent } from '../../protocol/conversation/event.ts';
import type { SearchAnswer } from '../../protocol/conversation/search.ts';
import type { DoctorRow, ToolInfo } from '../../protocol/ipc/shapes.ts';
import type { JsonObject } from '../../protocol/json.ts';
import type { AskAnswer, ToolAnswer } from '../../protocol/local/operations.ts';
import type { Standing } from './derive-standing.ts';

/** A process that asks over the local socket, as the host sees it: one object for one connection. */
export interface LocalPeer {
  pid: number;
  standing: Standing;
  /** One name per terminal, so that a picture taken by one command still counts for the next. */
  terminal: string;
}

export interface AskRequest {
  text: string;
  session: string | null;
  directory: string;
  attach: string[];
}

/** What the host does for terminals. Refusals are thrown as RemoteErrors. */
export interface LocalServices {
  ask(
    request: AskRequest,
    peer: LocalPeer,
    running: { signal: AbortSignal; onEvent(event: NumberedEvent): void },
  ): Promise<AskAnswer>;
  /** Answers a question of a turn this very peer asked for. */
  approve(
    answer: { id: string; allow: boolean },
    peer: LocalPeer,
  ): Promise<{ status: 'approved' | 'denied' | 'expired' | 'failed'; text: string }>;
  tool(
    request: { name: string; input: JsonObject; directory: string },
    peer: LocalPeer,
    running: { signal: AbortSignal; onOutput(text: string): void },
  ): Promise<ToolAnswer>;
  tools(peer: LocalPeer): ToolInfo[];
  history(query: string, before: number | null): SearchAnswer;
  doctor(): Promise<DoctorRow[]>;
  previewGrant(path: string): Promise<{ path: string; alreadyAllowed: boolean }>;
  applyGrant(path: string, peer: LocalPeer): Promise<{ path: string }>;
  focus(): boolean;
  /** True when the host will end soon and give the home back. */
  handOver(): boolean;
}
