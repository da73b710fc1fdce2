import { isJsonObject, type Json, type JsonObject } from '../../../protocol/json.ts';
import type { Declared, WireFacts, WireFormat } from './wire-facts.ts';

/** Notes what one event of a stream says about its end, its failure and its usage. */
export function readEvent(format: WireFormat, event: JsonObject, facts: WireFacts): void {
  READERS[format](event, facts);
}

const READERS: Record<WireFormat, (event: JsonObject, facts: WireFacts) => void> = {
  'anthropic-messages'(event, facts) {
    const delta = object(event['delta']);
    if (event['type'] === 'error') facts.declared = toDeclared(event['error']);
    if (event['type'] === 'message_stop') facts.terminal = true;
    if (isJsonObject(event['usage']) || isJsonObject(object(event['message'])['usage'])) facts.usage = true;
    if (typeof delta['stop_reason'] === 'string') facts.stopReason = delta['stop_reason'];
  },
  'openai-responses'(event, facts) {
    const response = object(event['response']);
    if (event['type'] === 'error') facts.declared = toDeclared(isJsonObject(event['error']) ? event['error'] : event);
    if (event['type'] === 'response.failed') facts.declared = toDeclared(response['error'] ?? {});
    if (event['type'] !== 'response.completed' && event['type'] !== 'response.incomplete') return;
    facts.terminal = true;
    facts.usage = isJsonObject(response['usage']);
    const reason = object(response['incomplete_details'])['reason'];
    if (typeof reason === 'string') facts.stopReason = reason;
  },
  'google-generative-ai'(event, facts) {
    if (event['error'] !== undefined && event['error'] !== null) facts.declared = toDeclared(event['error']);
    if (isJsonObject(event['usageMetadata'])) facts.usage = true;
    const blocked = object(event['promptFeedback'])['blockReason'];
    const candidates = Array.isArray(event['candidates']) ? event['candidates'] : [];
    const reason = blocked ?? object(candidates[0])['finishReason'];
    if (typeof reason !== 'string') return;
    facts.stopReason = BLOCKED.has(reason) ? 'content_filter' : reason;
    facts.terminal = true;
  },
  'openai-completions'(event, facts) {
    if (event['error'] !== undefined && event['error'] !== null) facts.declared = toDeclared(event['error']);
    if (isJsonObject(event['usage'])) facts.usage = true;
    const choices = Array.isArray(event['choices']) ? event['choices'] : [];
    const reason = object(choices[0])['finish_reason'];
    if (typeof reason !== 'string') return;
    facts.stopReason = reason;
    facts.terminal = true;
  },
};

/** Google's words for an answer that its rules forbid. */
const BLOCKED: ReadonlySet<string> = new Set([
  'SAFETY',
  'RECITATION',
  'BLOCKLIST',
  'PROHIBITED_CONTENT',
  'SPII',
  'IMAGE_SAFETY',
  'OTHER',
]);

/** An error object of any of the formats, or plain words; some servers send a list with one of them. */
export function toDeclared(error: Json | undefined): Declared {
  if (Array.isArray(error)) return toDeclared(error[0]);
  if (typeof error === 'string') return { type: '', code: '', status: null, words: error };
  const fields = object(error);
  const code = fields['code'];
  const details = object(fields['details']);
  const google = Array.isArray(fields['details']) ? fields['details'].map(object) : [];
  const reason = google.map((detail) => text(detail['reason'])).find((word) => word !== '');
  const retryAfterMs = google.map((detail) => seconds(detail['retryDelay'])).find((ms) => ms > 0);
  return {
    type: text(fields['type']) || text(fields['status']),
    code: text(details['error_code']) || reason || text(code),
    status: typeof code === 'number' && code >= 400 && code < 600 ? code : null,
    words: text(fields['message']) || text(fields['msg']),
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
  };
}

/** A duration such as `37s` or `1.5s` in ms; 0 when it is none. */
function seconds(value: Json | undefined): number {
  const [, count] = /^([\d.]+)s$/.exec(text(value)) ?? [];
  return count === undefined ? 0 : Math.round(Number(count) * 1000) || 0;
}

function object(value: Json | undefined): JsonObject {
  return isJsonObject(value) ? value : {};
}

function text(value: Json | undefined): string {
  return typeof value === 'string' ? value : '';
}
