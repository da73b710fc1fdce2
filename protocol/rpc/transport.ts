/** One end of a channel that carries whole JSON texts, in order. */
export interface Transport {
  /** Queues one message. Must not throw; after `close` it does nothing. */
  send(message: string): void;
  /** False for a message that is longer than this channel carries; absent where there is no limit. */
  fits?(message: string): boolean;
  /** One listener each; set before the first message can arrive. */
  onMessage(listener: (message: string) => void): void;
  /** Called once, with the reason in words. */
  onClose(listener: (reason: string) => void): void;
  close(reason: string): void;
}

/** Two ends joined in memory: what one sends the other gets, asynchronously and in order. */
export function linkedTransports(): [Transport, Transport] {
  const ends = [createEnd(), createEnd()] as const;
  ends[0].join(ends[1]);
  ends[1].join(ends[0]);
  return [ends[0].transport, ends[1].transport];
}

interface End {
  transport: Transport;
  receive(message: string): void;
  end(reason: string): void;
  join(other: End): void;
}

function createEnd(): End {
  let other: End | null = null;
  let closed = false;
  let onMessage: (message: string) => void = () => undefined;
  let onClose: (reason: string) => void = () => undefined;
  const end = (reason: string) => {
    if (closed) return;
    closed = true;
    onClose(reason);
  };
  return {
    join(joined) {
      other = joined;
    },
    receive: (message) => void Promise.resolve().then(() => (closed ? undefined : onMessage(message))),
    end,
    transport: {
      send: (message) => (closed ? undefined : other?.receive(message)),
      onMessage(listener) {
        onMessage = listener;
      },
      onClose(listener) {
        onClose = listener;
      },
      close(reason) {
        const peer = other;
        end(reason);
        void Promise.resolve().then(() => peer?.end(reason));
      },
    },
  };
}
