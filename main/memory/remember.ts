import { utf8Length } from '../agent/limit-text.ts';
import { userTrust } from '../agent/user-entry.ts';
import type { KnownSecrets } from '../config/known-secrets.ts';
import type { Caller } from '../registry/policy.ts';
import type { MemoryStore, MemoryTrust } from '../store/memory-port.ts';
import type { MemoryRefusal, StoreEnd } from './ports.ts';
import { homeScope } from './scope.ts';

export const KEY_BYTES = 128;
export const VALUE_BYTES = 8_192;

/** Null when a row may have this key and value. */
export function checkRow(
  { key, value }: { key: string; value: string },
  known: Pick<KnownSecrets, 'holds'>,
): MemoryRefusal | null {
  const bytes = utf8Length(key.trim());
  if (bytes < 1 || bytes > KEY_BYTES || isBroken(key)) {
    return refuse('invalid_key', `A key is 1 to ${KEY_BYTES} bytes of text, for example "favourite_tea".`);
  }
  if (value.trim() === '' || isBroken(value)) {
    return refuse('invalid_value', 'The value is blank, or holds a NUL byte or broken Unicode. Nothing was kept.');
  }
  if (utf8Length(value) > VALUE_BYTES) {
    const text = `The value has ${utf8Length(value)} bytes; at most ${VALUE_BYTES} are kept. Keep the facts, and put the rest into a file.`;
    return refuse('value_too_large', text);
  }
  if (known.holds(key) || known.holds(value)) {
    const text =
      'This looks like a key, token or password, so it was not kept: memory is not a place for secrets. The owner can save it on the model page or as a variable of the environment.';
    return refuse('looks_like_secret', text);
  }
  return null;
}

/** Keeps a row in the caller's own scope; the scope is never the caller's choice. */
export function remember(
  parts: { store: MemoryStore; known: Pick<KnownSecrets, 'holds'>; enabled: boolean },
  caller: Caller,
  input: { key: string; value: string },
  turnId: string,
): StoreEnd {
  const { store, known, enabled } = parts;
  if (!enabled) return DISABLED;
  const problem = checkRow(input, known);
  if (problem) return problem;
  const row = store.put({
    ...homeScope(caller),
    category: 'episode',
    key: input.key.trim(),
    value: input.value,
    confidence: 1,
    target: 'none',
    sessionId: caller.conversationId,
    runId: turnId,
    trust: trustOf(caller, store),
  });
  return { ok: true, key: row.key };
}

/** What is written after outside text was read may be the words of that text. */
function trustOf(caller: Caller, store: MemoryStore): MemoryTrust {
  if (userTrust(caller) === 'guest') return 'guest';
  return store.hasOutsideText(caller.conversationId) ? 'external' : 'owner';
}

export const DISABLED: MemoryRefusal = {
  ok: false,
  code: 'disabled',
  text: 'Memory is switched off, so nothing was kept. The owner can switch it on with fermix_core.memory.enabled.',
};

function isBroken(text: string): boolean {
  return text.includes('\0') || /\p{Surrogate}/u.test(text);
}

function refuse(code: MemoryRefusal['code'], text: string): MemoryRefusal {
  return { ok: false, code, text };
}
