import type { Socket } from 'node:net';
import { ANSWER_FRAME_LIMIT, FRAME_LIMIT } from '../../protocol/local/operations.ts';
import type { Transport } from '../../protocol/rpc/transport.ts';
import { createFrameReader, encodeFrame } from './frames.ts';

/** Bytes that may wait for a reader that does not read; beyond this the connection is given up. */
const WAITING_LIMIT = 32 * 1024 * 1024;

/** Longest messages in either direction, in bytes. */
export interface FrameLimits {
  send: number;
  receive: number;
}

/** The two ends of the local socket: a client asks briefly and may get a long answer. */
export const CLIENT_LIMITS: FrameLimits = { send: FRAME_LIMIT, receive: ANSWER_FRAME_LIMIT };
export const HOST_LIMITS: FrameLimits = { send: ANSWER_FRAME_LIMIT, receive: FRAME_LIMIT };

/** Carries length-prefixed JSON over a connected socket. The socket belongs to the transport from here on. */
export function createSocketTransport(socket: Socket, limits: FrameLimits): Transport {
  let onMessage: (message: string) => void = () => undefined;
  let onClose: (reason: string) => void = () => undefined;
  let closed = false;

  const end = (reason: string) => {
    if (closed) return;
    closed = true;
    // What was sent before goes out first; a peer that never reads is cut off.
    socket.end(() => socket.destroy());
    if (socket.writableLength > WAITING_LIMIT) socket.destroy();
    onClose(reason);
  };
  const reader = createFrameReader({
    limit: limits.receive,
    onFrame: (text) => (closed ? undefined : onMessage(text)),
    onFault: end,
  });
  socket.on('data', (chunk) => (closed ? undefined : reader.push(chunk as Buffer)));
  socket.on('error', (error) => end(`The connection failed: ${error.message}`));
  socket.on('close', () => end('The other side closed the connection.'));

  return {
    fits: (message) => Buffer.byteLength(message) <= limits.send,
    send(message) {
      if (closed) return;
      const frame = encodeFrame(message, limits.send);
      if (!frame) return end('A message was over the frame limit.');
      socket.write(frame);
      if (socket.writableLength > WAITING_LIMIT) end('The other side does not read.');
    },
    onMessage(listener) {
      onMessage = listener;
    },
    onClose(listener) {
      onClose = listener;
    },
    close: end,
  };
}
