import { z } from 'zod';
import { NOTHING } from './review-prompt.ts';

/** Operations of one review. */
const MOST_OPERATIONS = 50;

const operation = z.discriminatedUnion('op', [
  z.strictObject({
    op: z.literal('add'),
    target: z.enum(['user', 'memory']),
    category: z.string(),
    value: z.string(),
    key: z.string().optional(),
    confidence: z.number().min(0).max(1).optional(),
  }),
  z.strictObject({ op: z.literal('replace'), id: z.string(), value: z.string() }),
  z.strictObject({ op: z.literal('archive'), id: z.string(), reason: z.string() }),
]);
const answer = z.strictObject({ operations: z.array(operation).max(MOST_OPERATIONS) });

export type Operation = z.output<typeof operation>;
export type ReviewAnswer = { ok: true; operations: Operation[] } | { ok: false; code: string };

/** Strict: the fixed sentence, or JSON of exactly this form about rows that were shown. Anything else fails as a whole. */
export function readAnswer(text: string, shownIds: ReadonlySet<string>): ReviewAnswer {
  const trimmed = text.trim();
  if (trimmed === NOTHING) return { ok: true, operations: [] };
  let json: unknown;
  try {
    json = JSON.parse(trimmed);
  } catch {
    return { ok: false, code: 'invalid_answer' };
  }
  const parsed = answer.safeParse(json);
  if (!parsed.success) return { ok: false, code: 'invalid_answer' };
  const { operations } = parsed.data;
  const strange = operations.some((one) => one.op !== 'add' && !shownIds.has(one.id));
  return strange ? { ok: false, code: 'unknown_id' } : { ok: true, operations };
}
