import type { Socket } from 'node:net';
import type { Transport } from '../../protocol/rpc/transport.ts';
import { createFrameReader, encodeFrame } from './frames.ts';

/** Bytes that may wait for a reader that does not read; beyond this the connection is given up. */
const WAITING_LIMIT = 32 * 1024 * 1024;

/** Carries length-prefixed JSON over a connected socket. The socket belongs to the transport from here on. */
export function createSocketTransport(socket: Socket, frameLimit: number): Transport {
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
    limit: frameLimit,
    onFrame: (text) => (closed ? undefined : onMessage(text)),
    onFault: end,
  });
  socket.on('data', (chunk) => (closed ? undefined : reader.push(chunk as Buffer)));
  socket.on('error', (error) => end(`The connection failed: ${error.message}`));
  socket.on('close', () => end('The other side closed the connection.'));

  return {
    send(message) {
      if (closed) return;
      const frame = encodeFrame(message, frameLimit);
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
