import { googleEvents } from './scripted-model-google.ts';
import type { ScriptedCall, ScriptedFormat, Turn } from './scripted-model-turn.ts';

/** The server-sent events of an answer: everything up to the end, and the end itself. */
export interface TurnEvents {
  body: string[];
  end: string[];
}

/** Writes a turn in a provider's streaming format. `serial` makes ids unique. */
export function turnEvents(format: ScriptedFormat, turn: Turn, model: string, serial: number): TurnEvents {
  return WRITERS[format](turn, model, serial);
}

const WRITERS: Record<ScriptedFormat, (turn: Turn, model: string, serial: number) => TurnEvents> = {
  anthropic: anthropicEvents,
  'openai-responses': responsesEvents,
  'chat-completions': completionsEvents,
  google: googleEvents,
};

function named(event: { type: string } & Record<string, unknown>): string {
  return `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;
}

function unnamed(data: unknown): string {
  return `data: ${JSON.stringify(data)}\n\n`;
}

function textPieces(turn: Turn): string[] {
  return typeof turn.text === 'string' ? [turn.text] : (turn.text ?? []);
}

/** Arguments arrive in two pieces, cut in the middle. */
function argumentPieces(call: ScriptedCall): string[] {
  const text = typeof call.arguments === 'string' ? call.arguments : JSON.stringify(call.arguments);
  const middle = Math.ceil(text.length / 2);
  return [text.slice(0, middle), text.slice(middle)].filter((piece) => piece !== '');
}

function usageOf(turn: Turn) {
  return turn.usage === undefined ? { input: 100, output: 20 } : turn.usage;
}

function anthropicEvents(turn: Turn, model: string, serial: number): TurnEvents {
  const usage = usageOf(turn);
  const inputUsage = usage && {
    input_tokens: usage.input,
    output_tokens: 0,
    cache_read_input_tokens: usage.cacheRead ?? 0,
    cache_creation_input_tokens: usage.cacheWrite ?? 0,
  };
  const message = {
    id: `msg_${serial}`,
    type: 'message',
    role: 'assistant',
    model,
    content: [],
    usage: inputUsage ?? {},
  };
  const body = [named({ type: 'message_start', message })];
  let index = 0;
  const block = (start: object, deltas: object[]) => {
    body.push(named({ type: 'content_block_start', index, content_block: start }));
    for (const delta of deltas) body.push(named({ type: 'content_block_delta', index, delta }));
    body.push(named({ type: 'content_block_stop', index }));
    index += 1;
  };
  if (turn.reasoning) {
    block({ type: 'thinking', thinking: '', signature: '' }, [
      { type: 'thinking_delta', thinking: turn.reasoning },
      { type: 'signature_delta', signature: `signature-${serial}` },
    ]);
  }
  const pieces = textPieces(turn);
  if (pieces.length > 0)
    block(
      { type: 'text', text: '' },
      pieces.map((text) => ({ type: 'text_delta', text })),
    );
  turn.toolCalls?.forEach((call, place) => {
    const id = call.id ?? `toolu_${serial}_${place}`;
    const deltas = argumentPieces(call).map((piece) => ({ type: 'input_json_delta', partial_json: piece }));
    block({ type: 'tool_use', id, name: call.name, input: {} }, deltas);
  });
  if (turn.declaredError) body.push(named({ type: 'error', error: turn.declaredError }));
  const words = { end: turn.toolCalls ? 'tool_use' : 'end_turn', length: 'max_tokens', refusal: 'refusal' };
  const delta = { stop_reason: words[turn.stop ?? 'end'] };
  const thinking = usage?.reasoning ? { output_tokens_details: { thinking_tokens: usage.reasoning } } : {};
  const outputUsage = usage ? { usage: { output_tokens: usage.output, ...thinking } } : {};
  return { body, end: [named({ type: 'message_delta', delta, ...outputUsage }), named({ type: 'message_stop' })] };
}

function responsesEvents(turn: Turn, model: string, serial: number): TurnEvents {
  const id = `resp_${serial}`;
  const body = [named({ type: 'response.created', response: { id, model, status: 'in_progress' } })];
  const output: object[] = [];
  const item = (added: object, events: { type: string }[], done: object) => {
    const place = { output_index: output.length };
    body.push(named({ type: 'response.output_item.added', ...place, item: added }));
    for (const event of events) body.push(named({ ...event, ...place }));
    body.push(named({ type: 'response.output_item.done', ...place, item: done }));
    output.push(done);
  };
  if (turn.reasoning) {
    const base = { type: 'reasoning', id: `rs_${serial}`, encrypted_content: `sealed-${serial}` };
    const delta = {
      type: 'response.reasoning_summary_text.delta',
      item_id: base.id,
      summary_index: 0,
      delta: turn.reasoning,
    };
    item({ ...base, summary: [] }, [delta], { ...base, summary: [{ type: 'summary_text', text: turn.reasoning }] });
  }
  const pieces = textPieces(turn);
  if (pieces.length > 0) {
    const base = { type: 'message', id: `msg_${serial}`, role: 'assistant' };
    const part = { type: 'output_text', text: '', annotations: [] };
    const events = [
      { type: 'response.content_part.added', item_id: base.id, content_index: 0, part },
      ...pieces.map((delta) => ({ type: 'response.output_text.delta', item_id: base.id, content_index: 0, delta })),
    ];
    const content = [{ ...part, text: pieces.join('') }];
    item({ ...base, status: 'in_progress', content: [] }, events, { ...base, status: 'completed', content });
  }
  turn.toolCalls?.forEach((call, place) => {
    const base = {
      type: 'function_call',
      id: `fc_${serial}_${place}`,
      call_id: call.id ?? `call_${serial}_${place}`,
      name: call.name,
    };
    const parts = argumentPieces(call);
    const events = parts.map((delta) => ({ type: 'response.function_call_arguments.delta', item_id: base.id, delta }));
    item({ ...base, arguments: '' }, events, { ...base, arguments: parts.join(''), status: 'completed' });
  });
  if (turn.declaredError) {
    const { type: code, message } = turn.declaredError;
    body.push(named({ type: 'response.failed', response: { id, model, status: 'failed', error: { code, message } } }));
  }
  const usage = usageOf(turn);
  const reasons = { end: null, length: 'max_output_tokens', refusal: 'content_filter' };
  const reason = reasons[turn.stop ?? 'end'];
  const response = {
    id,
    model,
    status: reason === null ? 'completed' : 'incomplete',
    output,
    ...(reason === null ? {} : { incomplete_details: { reason } }),
    ...(usage
      ? {
          usage: {
            input_tokens: usage.input + (usage.cacheRead ?? 0) + (usage.cacheWrite ?? 0),
            output_tokens: usage.output,
            total_tokens: usage.input + (usage.cacheRead ?? 0) + (usage.cacheWrite ?? 0) + usage.output,
            input_tokens_details: { cached_tokens: usage.cacheRead ?? 0, cache_write_tokens: usage.cacheWrite ?? 0 },
            output_tokens_details: { reasoning_tokens: usage.reasoning ?? 0 },
          },
        }
      : {}),
  };
  return { body, end: [named({ type: reason === null ? 'response.completed' : 'response.incomplete', response })] };
}

function completionsEvents(turn: Turn, model: string, serial: number): TurnEvents {
  const base = { id: `chatcmpl_${serial}`, object: 'chat.completion.chunk', created: 0, model };
  const chunk = (delta: object, finish: string | null = null) =>
    unnamed({ ...base, choices: [{ index: 0, delta, finish_reason: finish }] });
  const body = [chunk({ role: 'assistant', content: '' })];
  if (turn.reasoning) body.push(chunk({ reasoning_content: turn.reasoning }));
  for (const content of textPieces(turn)) body.push(chunk({ content }));
  turn.toolCalls?.forEach((call, place) => {
    const id = call.id ?? `call_${serial}_${place}`;
    const index = call.index ?? place;
    const pieces = argumentPieces(call);
    const first = call.whole ? pieces.splice(0).join('') : '';
    const named = { name: call.name, arguments: first };
    body.push(chunk({ tool_calls: [{ index, id, type: 'function', function: named }] }));
    for (const piece of pieces) {
      body.push(chunk({ tool_calls: [{ index, function: { arguments: piece } }] }));
    }
  });
  if (turn.declaredError) {
    const { type, message } = turn.declaredError;
    body.push(unnamed({ ...base, error: { code: type, message }, choices: [] }));
  }
  const words = { end: turn.toolCalls ? 'tool_calls' : 'stop', length: 'length', refusal: 'content_filter' };
  const end = [chunk({}, words[turn.stop ?? 'end'])];
  const usage = usageOf(turn);
  if (usage) {
    const prompt = usage.input + (usage.cacheRead ?? 0);
    end.push(
      unnamed({
        ...base,
        choices: [],
        usage: {
          prompt_tokens: prompt,
          completion_tokens: usage.output,
          total_tokens: prompt + usage.output,
          prompt_tokens_details: { cached_tokens: usage.cacheRead ?? 0 },
          completion_tokens_details: { reasoning_tokens: usage.reasoning ?? 0 },
        },
      }),
    );
  }
  return { body, end: [...end, 'data: [DONE]\n\n'] };
}
