import { isJsonObject, type JsonObject } from '../json.ts';
import type { AbortSignalLike, Contract, Input, NotificationName, OperationName, Output, Payload } from './contract.ts';
import { type ErrorBody, fromErrorBody, RemoteError } from './remote-error.ts';
import type { Transport } from './transport.ts';

export interface CallOptions {
  /** Milliseconds until the call fails with `timeout`; a later reply is dropped. */
  timeoutMs: number;
  /** Aborting fails the call with `aborted` and tells the other side by a `cancel` notification. */
  signal?: AbortSignalLike;
}

/** Sends requests and matches replies by id. */
export interface Caller<C extends Contract> {
  call<N extends OperationName<C>>(name: N, input: Input<C, N>, options: CallOptions): Promise<Output<C, N>>;
  /** Called for each valid notification of the other side. */
  onNotification<N extends NotificationName<C>>(name: N, listener: (payload: Payload<C, N>) => void): void;
  close(reason: string): void;
}

/** Timers are handed in, since protocol/ has none of its own. */
export interface Timers {
  set(run: () => void, ms: number): unknown;
  clear(handle: unknown): void;
}

interface Pending {
  settle(reply: { result?: unknown; error?: ErrorBody } | RemoteError): void;
}

/** Ids of calls given up; their late replies are expected and dropped. */
const REMEMBERED_LATE_IDS = 16;

/**
 * The calling side of a contract. A reply with an unknown id, a malformed message or an invalid result closes the
 * transport (`onPoison`): nothing of what follows could be trusted.
 */
export function createCaller<C extends Contract>(
  contract: C,
  transport: Transport,
  timers: Timers,
  onPoison: (reason: string) => void = () => undefined,
): Caller<C> {
  const pending = new Map<string, Pending>();
  const late: string[] = [];
  const listeners = new Map<string, (payload: unknown) => void>();
  let counter = 0;
  let closed: RemoteError | null = null;

  const shut = (reason: string) => {
    if (closed) return;
    closed = new RemoteError('closed', reason);
    for (const one of [...pending.values()]) one.settle(closed);
  };
  const poison = (reason: string) => {
    onPoison(reason);
    transport.close(reason);
    shut(reason);
  };
  transport.onClose(shut);
  transport.onMessage((text) => {
    const message = parseObject(text);
    if (!message) return poison('A message was not a JSON object.');
    if (typeof message['method'] === 'string') return notify(message['method'], message['params']);
    const id = String(message['id']);
    const waiting = pending.get(id);
    if (waiting) return waiting.settle(message as { result?: unknown; error?: ErrorBody });
    if (!late.includes(id)) poison(`A reply came for the unknown request ${id.slice(0, 64)}.`);
  });

  function notify(name: string, params: unknown): void {
    const parsed = contract.notifications[name]?.safeParse(params);
    if (parsed?.success) listeners.get(name)?.(parsed.data);
  }

  return {
    call(name, input, options) {
      if (closed) return Promise.reject(closed);
      const id = `r${++counter}`;
      const request = JSON.stringify({ jsonrpc: '2.0', id, method: name, params: input });
      if (transport.fits?.(request) === false)
        return Promise.reject(new RemoteError('request_too_large', `What ${name} was given is too large to be sent.`));
      return new Promise((resolve, reject) => {
        const giveUp = (code: string, words: string) => {
          late.push(id);
          if (late.length > REMEMBERED_LATE_IDS) late.shift();
          transport.send(JSON.stringify({ jsonrpc: '2.0', method: 'cancel', params: { id } }));
          finish();
          reject(new RemoteError(code, words));
        };
        const onAbort = () => giveUp('aborted', `${name} was stopped.`);
        const timer = timers.set(
          () => giveUp('timeout', `${name} did not answer in ${options.timeoutMs} ms.`),
          options.timeoutMs,
        );
        const finish = () => {
          timers.clear(timer);
          options.signal?.removeEventListener('abort', onAbort);
          pending.delete(id);
        };
        pending.set(id, {
          settle(reply) {
            finish();
            if (reply instanceof RemoteError) return reject(reply);
            if (reply.error) return reject(fromErrorBody(reply.error));
            const output = contract.operations[name]?.output.safeParse(reply.result);
            if (output?.success) return resolve(output.data as Output<C, typeof name>);
            reject(new RemoteError('protocol_error', `The answer to ${name} was not valid.`));
            poison(`The answer to ${name} was not valid.`);
          },
        });
        if (options.signal?.aborted) return onAbort();
        options.signal?.addEventListener('abort', onAbort, { once: true });
        transport.send(request);
      });
    },
    onNotification: (name, listener) => void listeners.set(name, listener as (payload: unknown) => void),
    close(reason) {
      transport.close(reason);
      shut(reason);
    },
  };
}

/** A JSON object, or null for anything else. */
export function parseObject(text: string): JsonObject | null {
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) ? value : null;
  } catch {
    return null;
  }
}
