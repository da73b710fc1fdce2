import { RemoteError } from '../../protocol/rpc/remote-error.ts';
import type { Clock, Ids } from '../agent/ports.ts';

/** How long a question may be answered, ms. */
export const TOKEN_TTL_MS = 60_000;
const TOKEN_BYTES = 16;
/** Tokens that ran out are remembered, so that a late answer is told apart from a made-up one. */
const REMEMBERED = 100;

/** What a token is bound to: it can be redeemed from nowhere else. */
export interface TokenOrigin {
  channel: string;
  conversationId: string;
  user?: string;
}

/** Single-use tokens of 60 s, in memory alone: a restart loses them all. */
export interface Tokens<T> {
  issue(origin: TokenOrigin, value: T): { token: string; expiresAt: number };
  /** Looks without consuming. Throws a RemoteError `unknown_token`, `expired` or `wrong_origin`. */
  peek(token: string, origin: TokenOrigin): T;
  /** The value, once; null when somebody was faster. */
  take(token: string): T | null;
  /** Takes a token that ran out. */
  expire(token: string): T | null;
  values(): T[];
}

interface Held<T> {
  origin: TokenOrigin;
  expiresAt: number;
  value: T;
}

export function createTokens<T>(clock: Clock, ids: Ids): Tokens<T> {
  const held = new Map<string, Held<T>>();
  const gone: string[] = [];

  const take = (token: string): T | null => {
    const one = held.get(token);
    held.delete(token);
    return one?.value ?? null;
  };

  return {
    issue(origin, value) {
      const token = ids.secret(TOKEN_BYTES);
      const expiresAt = clock.now() + TOKEN_TTL_MS;
      held.set(token, { origin, expiresAt, value });
      return { token, expiresAt };
    },
    peek(token, origin) {
      const one = held.get(token);
      if (gone.includes(token)) throw expired();
      if (!one) throw new RemoteError('unknown_token', 'This question is not open any more.');
      if (!isSame(one.origin, origin)) {
        throw new RemoteError('wrong_origin', 'This question can only be answered where it was asked.');
      }
      if (clock.now() >= one.expiresAt) throw expired();
      return one.value;
    },
    take,
    expire(token) {
      gone.push(token);
      if (gone.length > REMEMBERED) gone.shift();
      return take(token);
    },
    values: () => [...held.values()].map((one) => one.value),
  };
}

function expired(): RemoteError {
  return new RemoteError('expired', 'The time for an answer has run out. Ask the agent again.');
}

function isSame(left: TokenOrigin, right: TokenOrigin): boolean {
  return left.channel === right.channel && left.conversationId === right.conversationId && left.user === right.user;
}
