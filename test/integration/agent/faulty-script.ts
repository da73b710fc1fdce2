import type { RecordedRequest, ScriptedCall, Turn } from '../../support/scripted-model.ts';
import { type Seeded, seeded } from '../../support/seeded.ts';

/** A model that works for a long time and whose line breaks in every way, by chance that repeats. */
export interface FaultyScript {
  next(request: RecordedRequest): Turn;
  steps(): number;
  /** Answers that arrived whole, each with a mark of its own. */
  whole: string[];
}

const LETTERS = 'Grüße, 世界 👩‍🌾 e\u0301 мир ';

export function faultyScript(seed: number): FaultyScript {
  const chance = seeded(seed);
  const whole: string[] = [];
  let steps = 0;

  const work = (): Turn => {
    const calls = chance.below(250) === 0 ? 200 : 1 + chance.below(3);
    const toolCalls = Array.from({ length: calls }, (_, index) => callOf(chance, `${steps}-${index}`));
    return { toolCalls, ...(chance.chance(20) ? { text: `step ${steps}: ${LETTERS}` } : {}) };
  };
  const answer = (): Turn => {
    const text = `answer-${steps}. ${LETTERS.repeat(1 + chance.below(4))}`;
    return { text: [text.slice(0, 9), text.slice(9)] };
  };

  return {
    whole,
    steps: () => steps,
    next(request) {
      const usage = { input: Math.ceil(Number(request.headers['content-length'] ?? 0) / 4), output: 20 };
      // Without tools it is asked for a digest or a summary.
      if (request.tools.length === 0) return { text: 'Short: what mattered.\nLeft out: the rest.', usage };
      steps += 1;
      const fault = faultOf(chance);
      const isAnswer = chance.chance(6);
      const turn = { ...(isAnswer ? answer() : work()), usage, ...fault };
      const isWhole = isAnswer && (fault === null || fault.slowBytes === true);
      if (isWhole) whole.push(`answer-${steps}.`);
      return turn;
    },
  };
}

/** Broken lines and refusals; null four times out of five. */
function faultOf(chance: Seeded): Turn | null {
  if (chance.chance(80)) return null;
  return chance.pick<Turn>([
    { error: { status: 429 } },
    { error: { status: 500 } },
    { error: { status: 503 } },
    { cut: 'connection' },
    { cut: 'head' },
    { cut: 'end' },
    { unfinished: true },
    { slowBytes: true },
    { slowBytes: true },
    { declaredError: { type: 'overloaded_error', message: 'too much to do' } },
    { malformed: true },
    { toolCalls: [], text: '' },
    { stop: 'length' },
  ]);
}

function callOf(chance: Seeded, mark: string): ScriptedCall {
  const id = chance.chance(8) ? { id: 'call_dup' } : {};
  if (chance.chance(4)) return { name: 'write', arguments: `{"value": "${mark}`, ...id };
  if (chance.chance(4)) return { name: `nothing_${chance.below(3)}`, arguments: { value: mark }, ...id };
  if (chance.chance(1)) return { name: 'big', arguments: { value: mark }, ...id };
  return { name: chance.chance(50) ? 'write' : 'look', arguments: { value: `${mark} ${LETTERS}` }, ...id };
}
