import type { ActionReport, ScreenTarget } from '../../../protocol/conversation/action-report.ts';
import type { HiddenText } from '../../../protocol/conversation/recording.ts';
import type { Json, JsonObject } from '../../../protocol/json.ts';
import type { KnownSecrets } from '../../config/known-secrets.ts';
import type { ComputerInput } from '../input.ts';

/** Fields in which a text stands open on the screen, where the picture shows it as well. */
const ORDINARY_FIELDS = new Set(['field', 'textarea', 'combo']);
/** Names of fields that ask for a secret although they show it. */
const SECRET_NAME = /pass|pin\b|secret|token|\bkey\b|otp|\bcode\b|credential|cvv|cvc/i;

export interface MaskedParameters {
  parameters: JsonObject;
  hidden?: HiddenText;
}

/**
 * The parameters of a call as they may be kept. A text is kept only where it went into a control that the accessibility
 * tree names as an ordinary field; not knowing the field counts as a reason to hide. Before the action nothing is known.
 */
export function maskParameters(
  input: ComputerInput,
  report: ActionReport | null,
  known: KnownSecrets,
): MaskedParameters {
  const field = secretField(input);
  const parameters: JsonObject = {};
  for (const [name, value] of Object.entries(input) as [string, Json | undefined][])
    if (value !== undefined && name !== field?.name)
      parameters[name] = typeof value === 'string' ? known.cover(value) : value;
  if (!field) return { parameters };
  const why = whyHidden(field.value, report?.target ?? null, known);
  if (why === null) return { parameters: { ...parameters, [field.name]: field.value } };
  return { parameters, hidden: { field: field.name, characters: [...field.value].length, why } };
}

/** The parameter that may carry a secret. A chord does when it is one character: passwords can be entered key by key. */
function secretField(input: ComputerInput): { name: HiddenText['field']; value: string } | null {
  const { text, chord } = input;
  const value = (input as ComputerInput & { value?: unknown }).value;
  if (text !== undefined) return { name: 'text', value: text };
  if (typeof value === 'string') return { name: 'value', value };
  if (chord !== undefined && [...chord.trim()].length === 1) return { name: 'chord', value: chord };
  return null;
}

function whyHidden(text: string, target: ScreenTarget | null, known: KnownSecrets): HiddenText['why'] | null {
  if (target?.secure || target?.role === 'secure_field') return 'secure_field';
  if (!target || !ORDINARY_FIELDS.has(target.role) || leavesField(text, target.role)) return 'unknown_field';
  if (SECRET_NAME.test(target.name) || known.holds(text) || looksLikeSecret(text)) return 'looks_secret';
  return null;
}

/** A Tab, or Return in a field of one line, moves on to another control: what follows may go into a password field. */
function leavesField(text: string, role: string): boolean {
  return (role === 'textarea' ? /\t/ : /[\t\r\n]/).test(text.trimEnd());
}

/** One word of eight characters or more that mixes at least three kinds of them, as passwords and keys do. */
function looksLikeSecret(text: string): boolean {
  if (text.length < 8 || /\s/.test(text.trim())) return false;
  const kinds = [/\p{Ll}/u, /\p{Lu}/u, /\p{Nd}/u, /[^\p{L}\p{N}]/u].filter((kind) => kind.test(text));
  return kinds.length >= 3;
}
