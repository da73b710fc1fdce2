import type { ChordPlatform } from '../../protocol/helper/chord.ts';
import { RemoteError } from '../../protocol/rpc/remote-error.ts';
import type { ClipboardContent, PasteOffer } from '../desktop.ts';
import { type ActionContext, pause } from './context.ts';
import { pasteChordFor } from './paste-chord.ts';
import { pressChord, readChord } from './press-chord.ts';

const BEFORE_CHORD_MS = 50;
/** Programs ask several times for one paste; the clipboard goes back when it was quiet this long. */
const AFTER_SERVED_MS = 80;
const NOT_SERVED_MS = 1_500;
const POLL_MS = 10;

/** Pastes through the clipboard and gives it back as it was, whatever happens in between. */
export async function pasteText(context: ActionContext, text: string, platform: ChordPlatform): Promise<void> {
  const { desktop, progress } = context;
  context.guardFocus();
  const { chord, usesPrimary } = pasteChordFor(desktop.windows.focused()?.classes ?? [], platform);
  progress.pasteChord = chord;
  const { saved, offer } = await takeClipboard(context, text, usesPrimary);
  try {
    await pause(context, BEFORE_CHORD_MS);
    offer.arm();
    await pressChord(context, readChord(chord, platform));
    // From here on the text went out; a pause must not cut the program off from it.
    progress.isComplete = true;
    progress.consumed = await waitUntilRead(context, offer);
  } finally {
    const note = await offer.restore(saved).catch(() => 'The clipboard could not be given back.');
    if (note) progress.notes = [...(progress.notes ?? []), note];
  }
}

async function takeClipboard(
  context: ActionContext,
  text: string,
  usesPrimary: boolean,
): Promise<{ saved: ClipboardContent; offer: PasteOffer }> {
  const { clipboard } = context.desktop;
  try {
    const saved = await clipboard.save(usesPrimary);
    context.check();
    return { saved, offer: await clipboard.offer(text, usesPrimary) };
  } catch (error) {
    if (error instanceof Error && error.name === 'Interruption') throw error;
    if (error instanceof RemoteError) throw error;
    throw new RemoteError('clipboard_unavailable', 'The clipboard cannot be used right now.');
  }
}

async function waitUntilRead({ clock, desktop }: ActionContext, offer: PasteOffer): Promise<boolean> {
  const start = clock.now();
  while (clock.now() - start < NOT_SERVED_MS) {
    const since = offer.servedSince();
    if (since !== null && since >= AFTER_SERVED_MS) return true;
    await clock.sleep(POLL_MS);
    desktop.input.flush();
  }
  return offer.servedSince() !== null;
}
