import { RemoteError } from '../../../protocol/rpc/remote-error.ts';
import type { ClipboardContent, ClipboardPort, PasteOffer } from '../../desktop.ts';
import type { Clipboardy } from './libnut.ts';

interface SavedText extends ClipboardContent {
  text: string;
}

/** Text alone: nut-js knows no other format and does not say when it was read. Not yet run on hardware. */
export class NutClipboard implements ClipboardPort {
  readonly #load: () => Promise<Clipboardy>;

  constructor(load: () => Promise<Clipboardy>) {
    this.#load = load;
  }

  async save(): Promise<ClipboardContent> {
    const clipboard = await this.#load().catch(unavailable);
    const text = await clipboard.read().catch(() => '');
    const saved: SavedText = {
      text,
      size: Buffer.byteLength(text),
      lost: text === '' ? ['formats other than text'] : [],
    };
    return saved;
  }

  async offer(text: string): Promise<PasteOffer> {
    const clipboard = await this.#load().catch(unavailable);
    await clipboard.write(text).catch(unavailable);
    return {
      arm: () => undefined,
      servedSince: () => null,
      restore: async (content) => {
        if ((await clipboard.read()) !== text)
          return 'Something else was copied meanwhile, so the clipboard was left as it is.';
        await clipboard.write((content as SavedText).text);
        return content.lost.length > 0 ? `The clipboard came back without ${content.lost.join(', ')}.` : null;
      },
    };
  }
}

function unavailable(): never {
  throw new RemoteError('clipboard_unavailable', 'The clipboard cannot be used right now.');
}
