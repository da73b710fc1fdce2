import { StringDecoder } from 'node:string_decoder';
import { isJsonObject } from '../../../protocol/json.ts';
import { readEvent } from './read-event.ts';
import type { WireFacts, WireFormat } from './wire-facts.ts';

/** Longest event that is accepted, in UTF-16 units. */
const LONGEST_EVENT = 32 * 1024 * 1024;

/** Reads along a stream of server-sent events. */
export interface SseObserver {
  /** False when the stream is not what the format says: an event that is no JSON, or one without end. */
  push(chunk: Uint8Array): boolean;
}

export function createSseObserver(format: WireFormat, facts: WireFacts): SseObserver {
  const decoder = new StringDecoder('utf8');
  let rest = '';
  let data: string[] = [];
  let size = 0;

  const endEvent = (): boolean => {
    const payload = data.join('\n');
    data = [];
    size = 0;
    return readPayload(payload, format, facts);
  };
  const takeLine = (line: string): boolean => {
    if (line === '') return data.length === 0 || endEvent();
    if (!line.startsWith('data:')) return true;
    const value = line.slice(line[5] === ' ' ? 6 : 5);
    data.push(value);
    size += value.length;
    return size <= LONGEST_EVENT;
  };

  return {
    push(chunk) {
      const lines = (rest + decoder.write(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength))).split('\n');
      rest = lines.pop() ?? '';
      return rest.length <= LONGEST_EVENT && lines.every((line) => takeLine(line.replace(/\r$/, '')));
    },
  };
}

function readPayload(payload: string, format: WireFormat, facts: WireFacts): boolean {
  if (payload.trim() === '[DONE]') {
    facts.terminal = true;
    return true;
  }
  try {
    const event: unknown = JSON.parse(payload);
    if (isJsonObject(event)) readEvent(format, event, facts);
    return isJsonObject(event);
  } catch {
    return false;
  }
}
