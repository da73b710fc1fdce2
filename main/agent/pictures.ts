import type { ImageRef } from '../../protocol/conversation/message.ts';
import type { AgentPorts } from './agent-ports.ts';
import type { DraftMessage } from './history.ts';
import type { ModelImage, ModelInfo, ModelMessage } from './model-client.ts';
import { untilAborted, within } from './race.ts';

/** Bytes of one encoded picture; base64 makes 5 MB of it, the smallest limit among the providers. */
const PICTURE_BYTES = 3_700_000;
/** Base64 characters of all pictures of one request. */
const REQUEST_CHARACTERS = 16_000_000;
/** Pictures of one request. */
const REQUEST_PICTURES = 20;
const CACHE_CHARACTERS = 32_000_000;
const ENCODE_TIMEOUT_MS = 20_000;

const PAST_LOOK = '[A picture was here. The text beside it describes a past look that can no longer be acted on.]';
const PAST_PICTURE = '[A picture was here. It is no longer sent.]';

type Loaded = { ok: true; image: ModelImage } | { ok: false; why: string };
type WithImages = Extract<DraftMessage, { images: ImageRef[] }>;

export interface PictureLimits {
  model: ModelInfo;
  /** Newest tool pictures that are sent. */
  maxRetained: number;
}

/** Turns drafts into messages with their pictures. Only a model without vision makes it fail. */
export interface PictureGallery {
  attach(
    drafts: readonly DraftMessage[],
    limits: PictureLimits,
    signal: AbortSignal,
  ): Promise<{ ok: true; messages: ModelMessage[] } | { ok: false }>;
}

/**
 * Pictures are limited again whenever history is sent: the newest tool pictures up to a number, each scaled to the
 * model's limits, all of them under a total; whatever is left out leaves a line of text. So a picture that is too
 * large, gone or broken never makes a conversation unusable.
 */
export function createPictureGallery(ports: Pick<AgentPorts, 'images' | 'encoder' | 'clock' | 'log'>): PictureGallery {
  const cache = createPictureCache();

  const load = async (ref: ImageRef, maxEdge: number, signal: AbortSignal): Promise<Loaded> => {
    const key = `${ref.id}:${maxEdge}`;
    const known = cache.get(key);
    if (known) return { ok: true, image: known };
    const stored = await untilAborted(ports.images.read(ref.id), signal);
    if (!stored) return { ok: false, why: 'it is no longer kept' };
    const fits = Math.max(ref.width, ref.height) <= maxEdge && stored.data.byteLength <= PICTURE_BYTES;
    const picture = fits
      ? { ...stored, width: ref.width, height: ref.height }
      : await scale(stored.data, maxEdge, signal);
    if (!picture) return { ok: false, why: 'it could not be scaled' };
    const image = { mime: picture.mime, width: picture.width, height: picture.height, data: toBase64(picture.data) };
    cache.set(key, image);
    return { ok: true, image };
  };

  const scale = async (data: Uint8Array, maxEdge: number, signal: AbortSignal) => {
    const encoding = ports.encoder.encode({ data, maxEdge, maxBytes: PICTURE_BYTES, format: 'auto', signal });
    const caught = encoding.catch((error: unknown) => {
      ports.log.warn('picture_not_scaled', { error: String(error) });
      return null;
    });
    const scaled = await untilAborted(within(caught, ENCODE_TIMEOUT_MS, ports.clock, null), signal);
    return scaled && scaled.data.byteLength <= PICTURE_BYTES ? scaled : null;
  };

  return {
    async attach(drafts, limits, signal) {
      const budget = createBudget(limits);
      const messages: ModelMessage[] = [];
      for (const draft of drafts.toReversed()) {
        if (draft.role === 'assistant') {
          messages.push(draft);
          continue;
        }
        if (draft.images.length === 0) {
          messages.push(plain(draft));
          continue;
        }
        if (draft.current && !limits.model.vision) return { ok: false };
        messages.push(await attachTo(draft, limits, budget, (ref) => load(ref, limits.model.maxImageEdge, signal)));
      }
      return { ok: true, messages: messages.reverse() };
    },
  };
}

/** Counts down from the newest picture; `takes` says whether one more of this kind is sent at all. */
function createBudget(limits: PictureLimits): {
  takes(role: 'user' | 'tool'): boolean;
  spend(image: ModelImage): boolean;
} {
  let tools = limits.maxRetained;
  let count = REQUEST_PICTURES;
  let characters = REQUEST_CHARACTERS;
  return {
    takes(role) {
      if (!limits.model.vision || count <= 0 || (role === 'tool' && tools <= 0)) return false;
      if (role === 'tool') tools -= 1;
      count -= 1;
      return true;
    },
    spend(image) {
      if (image.data.length > characters) return false;
      characters -= image.data.length;
      return true;
    },
  };
}

/** Most messages have no pictures; they need no wait each. */
function plain(draft: WithImages): ModelMessage {
  if (draft.role === 'user') return { role: 'user', text: draft.text, typed: draft.typed, images: [] };
  const { current: _, ...rest } = draft;
  return { ...rest, images: [] };
}

async function attachTo(
  draft: WithImages,
  limits: PictureLimits,
  budget: ReturnType<typeof createBudget>,
  load: (ref: ImageRef) => Promise<Loaded>,
): Promise<ModelMessage> {
  const images: ModelImage[] = [];
  const notes = new Set<string>();
  for (const ref of draft.images.toReversed()) {
    const loaded = budget.takes(draft.role) ? await load(ref) : null;
    if (loaded?.ok && budget.spend(loaded.image)) {
      images.unshift(loaded.image);
      if (loaded.image.width !== ref.width && draft.role === 'tool') notes.add(scaledNote(ref, loaded.image));
    } else {
      notes.add(absentNote(draft, limits, loaded));
    }
  }
  const text = [draft.text, ...notes].filter((part) => part !== '').join('\n');
  if (draft.role === 'user') return { role: 'user', text, typed: draft.typed, images };
  const { current: _, ...rest } = draft;
  return { ...rest, text, images };
}

function absentNote(draft: WithImages, limits: PictureLimits, loaded: Loaded | null): string {
  if (!limits.model.vision) return '[A picture was here. This model cannot see pictures.]';
  if (loaded && !loaded.ok) return `[A picture was here; ${loaded.why}.]`;
  return draft.role === 'tool' ? PAST_LOOK : PAST_PICTURE;
}

function scaledNote(ref: ImageRef, image: ModelImage): string {
  const factor = (ref.width / image.width).toFixed(3);
  return `[The picture is shown at ${image.width}x${image.height}; the view is ${ref.width}x${ref.height}. Multiply coordinates read in it by ${factor}.]`;
}

function toBase64(data: Uint8Array): string {
  return Buffer.from(data.buffer, data.byteOffset, data.byteLength).toString('base64');
}

/** The most recently used pictures, as they are sent, up to a total size. */
function createPictureCache(): { get(key: string): ModelImage | undefined; set(key: string, image: ModelImage): void } {
  const kept = new Map<string, ModelImage>();
  let size = 0;
  return {
    get(key) {
      const image = kept.get(key);
      if (!image) return undefined;
      kept.delete(key);
      kept.set(key, image);
      return image;
    },
    set(key, image) {
      kept.set(key, image);
      size += image.data.length;
      for (const [oldest, old] of kept) {
        if (size <= CACHE_CHARACTERS || oldest === key) break;
        kept.delete(oldest);
        size -= old.data.length;
      }
    },
  };
}
