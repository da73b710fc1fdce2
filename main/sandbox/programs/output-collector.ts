import { StringDecoder } from 'node:string_decoder';
import { createStreamRedactor } from './redact-stream.ts';

/** Gathers what a program writes: bytes in, redacted text out, bounded. */
export interface OutputCollector {
  /** False when the limit is reached: nothing more is kept. */
  push(chunk: Buffer): boolean;
  /** The end of the output; the collected text. Characters cut by the limit or the end become U+FFFD. */
  end(): string;
}

export function createOutputCollector(
  limit: number,
  secrets: readonly string[],
  onText: ((text: string) => void) | undefined,
): OutputCollector {
  const decoder = new StringDecoder('utf8');
  const redactor = createStreamRedactor(secrets);
  const parts: string[] = [];
  let bytes = 0;
  let closed = false;
  let cut = false;
  const keep = (text: string) => {
    if (text === '') return;
    parts.push(text);
    onText?.(text);
  };
  return {
    push(chunk) {
      if (closed) return false;
      const room = limit - bytes;
      const taken = chunk.length > room ? chunk.subarray(0, room) : chunk;
      bytes += taken.length;
      keep(redactor.push(decoder.write(taken)));
      cut = chunk.length > room;
      closed = cut;
      return !cut;
    },
    end() {
      closed = true;
      const last = redactor.push(decoder.end());
      // What was held back may be the first half of a value whose other half was cut off.
      keep(cut ? last : last + redactor.flush());
      return parts.join('');
    },
  };
}
