import type { ModelChoice } from '../../protocol/ipc/shapes.ts';

/** Choices drawn at most; servers may offer hundreds. */
export const MAX_SHOWN = 100;

/** Every word must occur in the id or the label. */
export function matchModels(choices: readonly ModelChoice[], text: string): ModelChoice[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const found = choices.filter(({ id, label }) => {
    const where = `${id} ${label}`.toLowerCase();
    return words.every((word) => where.includes(word));
  });
  return found.slice(0, MAX_SHOWN);
}
