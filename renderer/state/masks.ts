import { isJsonObject, type Json, type JsonObject } from '../../protocol/json.ts';
import { chat } from '../strings/chat.ts';

/** Arguments that carry what was typed. */
const TYPED: ReadonlySet<string> = new Set(['text', 'value', 'chord']);

export const MASK = '••••••••';

const SECRET_NAME = /pass(word|wd|phrase)?$|secret|token|api_?key|authorization|cookie|credential|private_?key/i;

/** Shapes of well-known keys, and of header values that carry one. */
const SECRET_TEXT =
  /\b(sk-[\w-]{12,}|gh[pousr]_\w{20,}|xox[abpr]-[\w-]{10,}|AKIA[A-Z0-9]{16})\b|\b(Bearer|Basic)\s+\S{8,}/g;

/** Arguments as they may be shown: values under secret names and texts that look like keys are covered. */
export function maskSecrets(value: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, maskField(name, inner)]));
}

function maskField(name: string, value: Json): Json {
  if (SECRET_NAME.test(name) && (typeof value === 'string' || typeof value === 'number')) return MASK;
  return maskValue(value);
}

function maskValue(value: Json): Json {
  if (typeof value === 'string') return value.replace(SECRET_TEXT, MASK);
  if (Array.isArray(value)) return value.map(maskValue);
  return isJsonObject(value) ? maskSecrets(value) : value;
}

/** Arguments without the text that was typed, and without a key that may be a part of one; only its length is left. */
export function coverText(value: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => {
      if (!TYPED.has(name) || typeof inner !== 'string') return [name, inner];
      return [name, name === 'chord' && [...inner.trim()].length > 1 ? inner : chat.textCovered([...inner].length)];
    }),
  );
}
