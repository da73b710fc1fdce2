import type { Readable, Writable } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';
import { createLineSplitter } from '../protocol/rpc/json-lines.ts';
import type { Transport } from '../protocol/rpc/transport.ts';

/** One JSON text a line. Characters that arrive in two chunks stay whole; a line over the limit ends the channel. */
export function createStdioTransport(input: Readable, output: Writable, lineLimit: number): Transport {
  const decoder = new StringDecoder('utf8');
  let onMessage: (message: string) => void = () => undefined;
  let onClose: (reason: string) => void = () => undefined;
  let isClosed = false;
  const close = (reason: string) => {
    if (isClosed) return;
    isClosed = true;
    onClose(reason);
  };
  const lines = createLineSplitter({
    limit: lineLimit,
    onLine: (line) => {
      if (line !== '') onMessage(line);
    },
    onOverflow: () => close('A request was longer than the limit.'),
  });
  input.on('data', (chunk: Buffer) => lines.push(decoder.write(chunk)));
  input.on('end', () => close('The app closed the pipe.'));
  input.on('error', (error) => close(error.message));
  output.on('error', (error) => close(error.message));
  return {
    send: (message) => {
      if (!isClosed) output.write(`${message}\n`);
    },
    onMessage: (listener) => {
      onMessage = listener;
    },
    onClose: (listener) => {
      onClose = listener;
    },
    close,
  };
}
