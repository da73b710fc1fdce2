import type { AssistantEntry } from '../../protocol/conversation/entry.ts';
import type { ToolCall, Usage } from '../../protocol/conversation/message.ts';
import { addUsage } from '../../protocol/conversation/usage.ts';
import { unwrapCall } from '../registry/deferral/unwrap-call.ts';
import type { AgentPorts } from './agent-ports.ts';
import { uniqueCallIds } from './call-ids.ts';
import { endNotices } from './end-notices.ts';
import { wellFormed } from './limit-text.ts';
import type { ModelClient, ModelError, ModelRequest, ModelResponse } from './model-client.ts';
import { brokenProtocol, readModel } from './model-stream.ts';
import type { StoredAssistant, StoredMessage } from './store-port.ts';
import type { NoticeInput, TurnScope } from './turn-scope.ts';

/** Half an answer is written down at most this often while it streams, ms. */
const CHECKPOINT_MS = 1_000;

/** An answer that is not yet written down. */
export interface Answered {
  row: StoredAssistant;
  /** What the owner is told when the answer is not whole. */
  notices: NoticeInput[];
  /** Stores the answer, together with rows that follow from it, and tells the window of its end. Once. */
  commit(...others: StoredMessage[]): void;
}

/** How one model call ended. `shown` says that the owner has already seen a part of it. */
export type ModelCallEnd = { ok: true; answered: Answered } | { ok: false; error: ModelError; shown: boolean };

/** What the run knows besides the request. */
export interface AnswerExtra {
  /** Tokens of helping calls (digests) that belong to this answer's sum. */
  usage: Usage;
  /** Call ids of the conversation so far; those of this answer are added. */
  usedCallIds: Set<string>;
  /** Whether the conversation holds a call of this id, also one that is not sent any more. */
  isStored(id: string): boolean;
}

/**
 * One call: streams to the window, keeps what was said so far through a crash, and gives the answer its row. The row
 * of an answer without text and without calls is not stored.
 */
export async function callModel(
  scope: TurnScope,
  client: ModelClient,
  request: ModelRequest,
  ports: Pick<AgentPorts, 'clock' | 'ids' | 'log'>,
  extra: AnswerExtra,
): Promise<ModelCallEnd> {
  const answer = createAnswer(scope, client.info.id, ports, extra);
  for await (const event of readModel(client, request, ports)) {
    switch (event.type) {
      case 'text-delta':
        answer.addText(event.text);
        break;
      case 'reasoning-delta':
        answer.addReasoning(event.text);
        break;
      case 'retry':
        scope.notice({
          id: `retry_${scope.turnId}`,
          tone: 'info',
          code: 'retry',
          text: `${event.reason} Trying again (attempt ${event.attempt}).`,
        });
        break;
      case 'failover':
        answer.setModel(event.to);
        scope.notice({
          tone: 'warn',
          code: 'failover',
          text: `${event.reason} ${event.label} answers this request instead.`,
        });
        break;
      case 'end':
        return { ok: true, answered: answer.end(event.response) };
      case 'error':
        answer.fail(event.error.kind === 'aborted' ? 'stopped' : 'failed');
        return { ok: false, error: event.error, shown: answer.isShown() };
    }
  }
  answer.fail('failed');
  return { ok: false, error: brokenProtocol(client, 'The model ended without an answer.'), shown: answer.isShown() };
}

/** The answer as it grows. */
interface Answer {
  addText(text: string): void;
  addReasoning(text: string): void;
  isShown(): boolean;
  /** Another route goes on; nothing was shown yet. */
  setModel(id: string): void;
  end(response: ModelResponse): Answered;
  fail(status: 'stopped' | 'failed'): void;
}

function createAnswer(
  scope: TurnScope,
  model: string,
  ports: Pick<AgentPorts, 'clock' | 'ids'>,
  extra: AnswerExtra,
): Answer {
  const { clock, ids } = ports;
  const entry: AssistantEntry = {
    kind: 'assistant',
    id: ids.next('msg'),
    turnId: scope.turnId,
    at: clock.now(),
    text: '',
    reasoning: '',
    status: 'streaming',
    model,
  };
  let isStarted = false;
  let savedAt = 0;

  const begin = () => {
    if (isStarted) return;
    isStarted = true;
    entry.at = clock.now();
    scope.emit({ type: 'assistant-start', entry: { ...entry, text: '', reasoning: '' } });
  };
  const checkpoint = () => {
    if (clock.now() - savedAt < CHECKPOINT_MS) return;
    savedAt = clock.now();
    scope.save({ ...entry, toolCalls: [] });
  };

  return {
    addText(text) {
      const hasWords = entry.text.trim() !== '';
      entry.text += text;
      // Blanks alone are no answer: they are shown with the first word, or never.
      if (text === '' || entry.text.trim() === '') return;
      begin();
      scope.emit({ type: 'text-delta', id: entry.id, text: hasWords ? text : entry.text });
      checkpoint();
    },
    addReasoning(text) {
      if (text === '') return;
      begin();
      entry.reasoning += text;
      scope.emit({ type: 'reasoning-delta', id: entry.id, text });
      checkpoint();
    },
    isShown: () => isStarted,
    setModel(id) {
      entry.model = id;
    },
    end(response) {
      entry.text = wellFormed(response.text);
      entry.status = 'done';
      const usage = addUsage(response.usage, extra.usage);
      const toolCalls = uniqueCallIds(response.toolCalls.map(unwrapCall), extra.usedCallIds, ids, extra.isStored).map(
        withPlainArguments,
      );
      const row = rowOf({ ...entry, model: response.model }, response, toolCalls, usage);
      if (row.text.trim() !== '') begin();
      const isKept = isStarted || row.toolCalls.length > 0;
      const commit = (...others: StoredMessage[]) => {
        scope.save(...(isKept ? [row] : []), ...others);
        if (isStarted) scope.emit({ type: 'assistant-end', id: entry.id, text: row.text, status: 'done' });
        const isCounted = isKept || Object.keys(usage).length > 0;
        if (isCounted) scope.emit({ type: 'usage-add', turnId: scope.turnId, usage });
      };
      return { row, notices: endNotices(response), commit };
    },
    fail(status) {
      if (!isStarted) return;
      entry.text = wellFormed(entry.text);
      entry.status = status;
      scope.save({ ...entry, toolCalls: [] });
      scope.emit({ type: 'assistant-end', id: entry.id, text: entry.text, status });
    },
  };
}

function rowOf(entry: AssistantEntry, response: ModelResponse, toolCalls: ToolCall[], usage: Usage): StoredAssistant {
  const { promptTokens } = response;
  // The state repeats the call ids: with other ids it would no longer fit the results.
  const isRenamed = toolCalls.some((call, index) => call.id !== response.toolCalls[index]?.id);
  const providerState = isRenamed ? undefined : response.providerState;
  return {
    ...entry,
    toolCalls,
    usage,
    ...(providerState === undefined ? {} : { providerState }),
    ...(promptTokens === undefined ? {} : { promptTokens }),
  };
}

/** A malformed call is sent back with empty arguments: what could not be read cannot be sent as JSON. */
function withPlainArguments(call: ToolCall): ToolCall {
  return call.malformed ? { ...call, arguments: {} } : call;
}
