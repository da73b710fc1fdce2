import type { Json } from '../json.ts';
import { parseObject } from './caller.ts';
import type { AbortSignalLike, Contract, Handlers, NotificationName, OperationName, Payload } from './contract.ts';
import { RemoteError, RPC_CODES, toErrorBody } from './remote-error.ts';
import type { Transport } from './transport.ts';

/** The answering side of a contract. */
export interface Server<C extends Contract> {
  /** A notification that the channel cannot carry is left out: it tells of what an answer or a later one tells too. */
  notify<N extends NotificationName<C>>(name: N, payload: Payload<C, N>): void;
  close(reason: string): void;
}

const LONGEST_ID = 64;
const TOO_LARGE = new RemoteError('answer_too_large', 'The answer is too large to be sent.');

/** A signal the server raises when the caller sends `cancel` or goes away. */
class CallSignal implements AbortSignalLike {
  aborted = false;
  #listeners = new Set<() => void>();
  addEventListener(_type: 'abort', listener: () => void): void {
    this.#listeners.add(listener);
  }
  removeEventListener(_type: 'abort', listener: () => void): void {
    this.#listeners.delete(listener);
  }
  abort(): void {
    if (this.aborted) return;
    this.aborted = true;
    for (const listener of [...this.#listeners]) listener();
  }
}

/**
 * Answers requests. Each is checked against the contract before its handler runs and starts at once: what must not
 * overlap is the handlers' matter. `onFault` hears of bugs (an exception that is no RemoteError) with their stack.
 */
export function createServer<C extends Contract>(
  contract: C,
  transport: Transport,
  handlers: Handlers<C>,
  hooks: { onClose?(reason: string): void; onFault?(error: unknown): void } = {},
): Server<C> {
  const running = new Map<string, CallSignal>();
  const send = (body: object): boolean => {
    const message = JSON.stringify({ jsonrpc: '2.0', ...body });
    if (transport.fits?.(message) === false) return false;
    transport.send(message);
    return true;
  };
  const reply = (id: Json, body: object) => {
    if (!send({ id, ...body })) send({ id, error: toErrorBody(TOO_LARGE) });
  };
  const refuse = (id: unknown, message: string) => {
    const echo = typeof id === 'number' || (typeof id === 'string' && id.length <= LONGEST_ID) ? id : null;
    reply(echo, { error: { code: RPC_CODES.invalidRequest, message, data: { code: 'invalid_request' } } });
  };

  async function answer(id: string, name: OperationName<C>, params: unknown): Promise<void> {
    // Only own members: `constructor` is a name like any other here.
    const operation = Object.hasOwn(contract.operations, name) ? contract.operations[name] : undefined;
    if (!operation)
      return reply(id, { error: { code: RPC_CODES.methodNotFound, message: `Unknown method ${name.slice(0, 64)}.` } });
    const input = operation.input.safeParse(params ?? {});
    if (!input.success) {
      const field = input.error.issues[0]?.path.join('.') ?? '';
      const message = `${name}: ${field} ${input.error.issues[0]?.message ?? 'invalid'}`;
      return reply(id, { error: { code: RPC_CODES.invalidParams, message, data: { code: 'invalid_params', field } } });
    }
    const signal = new CallSignal();
    running.set(id, signal);
    try {
      const result = await handlers[name](input.data as never, { id, signal });
      reply(id, { result: result ?? null });
    } catch (error) {
      if (!(error instanceof RemoteError)) hooks.onFault?.(error);
      reply(id, { error: toErrorBody(error) });
    } finally {
      running.delete(id);
    }
  }

  transport.onMessage((text) => {
    const message = parseObject(text);
    const method = message?.['method'];
    if (!message || typeof method !== 'string') return transport.close('A message was not a request.');
    const id = message['id'];
    if (method === 'cancel') {
      const params = message['params'];
      if (params !== null && typeof params === 'object' && !Array.isArray(params))
        running.get(String(params['id']))?.abort();
      return;
    }
    if (typeof id !== 'string' || id.length === 0 || id.length > LONGEST_ID)
      return refuse(id, `A request needs an id: a text of 1 to ${LONGEST_ID} characters.`);
    if (running.has(id)) return refuse(id, 'A request with this id has not been answered yet.');
    void answer(id, method as OperationName<C>, message['params']);
  });
  transport.onClose((reason) => {
    for (const signal of running.values()) signal.abort();
    hooks.onClose?.(reason);
  });

  return {
    notify: (name, payload) => void send({ method: name, params: payload }),
    close: (reason) => transport.close(reason),
  };
}
