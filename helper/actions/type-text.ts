import { RemoteError } from '../../protocol/rpc/remote-error.ts';
import type { HeldItem, Stroke } from '../desktop.ts';
import { type ActionContext, NotDelivered, pause } from './context.ts';

const CHUNK = 64;
const BETWEEN_CHUNKS_MS = 5;

/** Types real keystrokes in chunks; between two chunks the action can be stopped. */
export async function typeText(context: ActionContext, text: string): Promise<void> {
  const { desktop, hands, progress } = context;
  const characters = [...text.replaceAll('\r\n', '\n').replaceAll('\r', '\n')];
  refuseControlCharacters(characters);
  const room = desktop.input.textRoom();
  if (room.spare === 0 && !characters.every(room.fits))
    throw new NotDelivered(
      'This keyboard layout lacks a character and has no free key for it. Paste the text instead.',
    );
  progress.typedChars = 0;
  await desktop.input.withoutCapsLock(async () => {
    for (const chunk of chunksOf(characters, room)) {
      const strokes = await desktop.input.textStrokes(chunk);
      if (progress.typedChars) await pause(context, BETWEEN_CHUNKS_MS);
      context.guardFocus();
      context.check();
      strikeAll(context, strokes);
      progress.typedChars = (progress.typedChars ?? 0) + strokes.length;
    }
  });
  hands.announce([]);
}

function strikeAll({ hands, desktop }: ActionContext, strokes: readonly (Stroke | null)[]): void {
  const modifiers = new Map<number, HeldItem>();
  for (const stroke of strokes) for (const item of stroke?.modifiers ?? []) modifiers.set(item.code, item);
  if (modifiers.size > 0) hands.announce([...modifiers.values()]);
  for (const stroke of strokes) if (stroke) hands.strike(stroke);
  desktop.input.flush();
}

function refuseControlCharacters(characters: readonly string[]): void {
  const bad = characters.find((one) => !/[\n\t]/.test(one) && /^\p{Cc}|\p{Cs}$/u.test(one));
  if (bad === undefined) return;
  const code = (bad.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
  throw new RemoteError('invalid_params', `The text has the character U+${code}, which no key produces.`, {
    field: 'text',
  });
}

/** At most 64 characters, and no more different ones off the layout than there are keys to lend them. */
export function* chunksOf(
  characters: readonly string[],
  room: { fits(character: string): boolean; spare: number },
): Generator<string[]> {
  let chunk: string[] = [];
  let foreign = new Set<string>();
  for (const one of characters) {
    const isForeign = !room.fits(one) && !foreign.has(one);
    if (chunk.length === CHUNK || (isForeign && foreign.size === room.spare)) {
      yield chunk;
      chunk = [];
      foreign = new Set();
    }
    chunk.push(one);
    if (!room.fits(one)) foreign.add(one);
  }
  if (chunk.length > 0) yield chunk;
}
