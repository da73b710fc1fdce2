import type { DoctorRow } from '../../protocol/ipc/shapes.ts';
import { ANSWER_FRAME_LIMIT, type AskAnswer, type ToolAnswer } from '../../protocol/local/operations.ts';
import { RemoteError } from '../../protocol/rpc/remote-error.ts';
import type { Conversations, TurnReport } from '../agent/conversations-port.ts';
import type { Ids, Log } from '../agent/ports.ts';
import type { ImageStore } from '../agent/store-port.ts';
import type { ToolRunner } from '../agent/tool-runner.ts';
import type { Approvals } from '../approvals/ports.ts';
import type { CommandAnswer, Ingress } from '../commands/ports.ts';
import type { Registry } from '../registry/registry.ts';
import { toolRows } from '../registry/tool-rows.ts';
import type { Grants } from '../sandbox/grants.ts';
import type { Sandbox } from '../sandbox/sandbox.ts';
import { localCaller } from './callers.ts';
import { followTurn } from './follow-turn.ts';
import type { AskRequest, LocalPeer, LocalServices } from './local-services.ts';
import type { DesktopServices } from './ports.ts';

export interface LocalServiceParts {
  conversations: Conversations;
  ingress: Ingress;
  approvals: Approvals;
  registry: Registry;
  runner: ToolRunner;
  images: ImageStore;
  sandbox: Sandbox;
  grants: Grants;
  ids: Ids;
  log: Log;
  desktop: DesktopServices | null;
  /** Stores an attached picture; null for a file that is none. */
  addPicture(path: string, signal: AbortSignal): Promise<string | null>;
  doctor(): Promise<DoctorRow[]>;
  /** False in the app. */
  handOver(): boolean;
  /** True while the agent can send mouse and keyboard input: it could then type an answer by itself. */
  agentHasInput(): boolean;
}

/** What is typed at a terminal proves nothing while the agent may be the one who types. */
function refuseTypedByAgent(parts: LocalServiceParts): void {
  if (!parts.agentHasInput()) return;
  const words = 'The agent is operating this computer, so an answer typed here could be its own. Nothing was changed.';
  throw new RemoteError('agent_has_input', words, { remedy: 'Pause computer use or answer in the window of the app.' });
}

const REMEMBERED_ASKS = 200;

/** The services behind the local socket, on top of the same parts the window uses. */
export function createLocalServices(parts: LocalServiceParts): LocalServices {
  const { conversations, approvals, registry, runner, grants } = parts;
  /** Who asked for which turn, the newest last: an answer may come after the turn has ended. */
  const askers = new Map<string, LocalPeer>();
  const remember = (turnId: string, peer: LocalPeer) => {
    askers.set(turnId, peer);
    const oldest = askers.keys().next().value;
    if (askers.size > REMEMBERED_ASKS && oldest !== undefined) askers.delete(oldest);
  };

  async function ask(...[request, peer, running]: Parameters<LocalServices['ask']>): Promise<AskAnswer> {
    const conversationId = request.session ?? conversations.create().conversationId;
    const caller = localCaller(peer, conversationId, request.directory);
    const attached = await attach(request, peer, parts, running.signal);
    running.signal.throwIfAborted();
    const turn = followTurn(conversations, conversationId, running.onEvent);
    let stop: () => void = () => undefined;
    try {
      const clientId = parts.ids.next('cli');
      const input = { conversationId, clientId, text: request.text, ...attached };
      const inPerson = peer.standing.attended;
      const sent = await parts.ingress.send(input, caller, { inPerson, keep: request.session !== null });
      if (sent.kind === 'command') return toCommandAnswer(conversationId, sent.command, sent.answer);
      const { entry } = sent;
      remember(entry.turnId, peer);
      turn.is(entry.turnId);
      // This turn alone: the conversation may be in use at the window or at another terminal.
      stop = () => void conversations.stop(conversationId, entry.turnId);
      running.signal.addEventListener('abort', stop, { once: true });
      if (running.signal.aborted) stop();
      return toAnswer(await conversations.finished(entry));
    } finally {
      running.signal.removeEventListener('abort', stop);
      turn.end();
    }
  }

  return {
    ask,
    async approve({ id, allow }, peer) {
      const waiting = approvals.pending().find((one) => one.id === id);
      if (!waiting || askers.get(waiting.turnId) !== peer)
        throw new RemoteError('unknown_approval', 'This question is not waiting for an answer from here.');
      if (allow) refuseTypedByAgent(parts);
      const { conversationId } = waiting;
      const inPerson = peer.standing.attended;
      return approvals.answer(id, allow, { channel: 'cli', conversationId, trust: 'operator', inPerson });
    },
    async tool({ name, input, directory }, peer, running): Promise<ToolAnswer> {
      const caller = { ...localCaller(peer, `cli-${peer.terminal}`, directory), approvalPort: false };
      const { signal, onOutput } = running;
      const { ok, code, text, images } = await runner.run({ name, input, caller, signal, onOutput });
      const paths = images.flatMap((image) => parts.images.path(image.id) ?? []);
      return { ok, ...(code === null ? {} : { code }), text: fitFrame(text), images: paths };
    },
    tools: (peer) => toolRows(registry, localCaller(peer, `cli-${peer.terminal}`, '/')),
    history: (query, before) => conversations.search(query, before),
    doctor: () => parts.doctor(),
    async previewGrant(path) {
      const checked = await grants.check(path);
      if (!checked.ok) throw new RemoteError(checked.code, checked.text);
      return { path: checked.path, alreadyAllowed: !checked.changed };
    },
    async applyGrant(path, peer) {
      refuseTypedByAgent(parts);
      const added = await grants.add(path);
      if (!added.ok) throw new RemoteError(added.code, added.text);
      parts.log.info('grant.added', { path: added.path, pid: peer.pid, attended: peer.standing.attended });
      return { path: added.path };
    },
    focus() {
      parts.desktop?.focusWindow();
      return parts.desktop !== null;
    },
    handOver: () => parts.handOver(),
  };
}

/** Pictures go along as pictures, everything else by path. What nobody chose in person must pass the sandbox. */
async function attach(request: AskRequest, peer: LocalPeer, parts: LocalServiceParts, signal: AbortSignal) {
  const images: string[] = [];
  const files: { path: string }[] = [];
  const view = await parts.sandbox.view(localCaller(peer, 'cli-attach', request.directory), 'attach');
  for (const named of request.attach) {
    const decision = peer.standing.attended ? { ok: true as const, path: named } : await view.decide(named);
    if (!decision.ok) throw new RemoteError(decision.code, decision.text);
    const picture = await parts.addPicture(decision.path, signal);
    if (picture === null) files.push({ path: decision.path });
    else images.push(picture);
  }
  return { images, files };
}

/** A command is no turn: its words are the answer, a refusal is a failure with its code. */
function toCommandAnswer(
  conversationId: string,
  command: string,
  { tone, text, code, remedy }: CommandAnswer,
): AskAnswer {
  const base = { conversationId, toolCalls: [], command };
  if (tone === 'info' || code === undefined) return { ...base, text: fitFrame(text), result: 'completed' };
  const next = remedy?.command === undefined ? '' : ` Run: ${remedy.command}`;
  return { ...base, text: '', result: 'failed', failure: { code, message: `${text}${next}` } };
}

function toAnswer(report: TurnReport): AskAnswer {
  const { conversationId, text, toolCalls, result, failure } = report;
  return { conversationId, text: fitFrame(text), toolCalls, result, ...(failure === undefined ? {} : { failure }) };
}

/** Bytes of JSON that a text may take in its frame; the rest of the answer is small. */
const TEXT_LIMIT = ANSWER_FRAME_LIMIT / 2;

/** A text that escapes to more than a frame carries is cut, and says so. */
function fitFrame(text: string): string {
  let fitting = text;
  while (Buffer.byteLength(JSON.stringify(fitting)) > TEXT_LIMIT)
    // A pair of code units that was cut through loses its first half too.
    fitting = fitting.slice(0, Math.floor(fitting.length * 0.75)).replace(/[\ud800-\udbff]$/, '');
  return fitting === text ? text : `${fitting}\n[The rest was cut: it does not fit one answer.]`;
}
