import { type HostFailure, toFailure } from '../ipc/host.ts';

export interface Picture {
  mime: string;
  data: Uint8Array;
}

export type ImageView =
  | { status: 'loading' }
  | { status: 'ready'; url: string }
  | { status: 'failed'; failure: HostFailure };

/** What the cache needs of the browser. */
export interface ImagePorts {
  read(id: string): Promise<Picture>;
  makeUrl(picture: Picture): string;
  revokeUrl(url: string): void;
}

interface Slot {
  view: ImageView;
  bytes: number;
  users: Set<() => void>;
}

/** Unused pictures kept ready, by size of their files. */
const KEEP_BYTES = 48 * 1_048_576;

/** Never become a document of this origin: only plain raster pictures are drawn. */
const DRAWN: ReadonlySet<string> = new Set(['image/png', 'image/jpeg', 'image/webp', 'image/gif']);

export interface ImageCache {
  /** The picture now; asks the host for it when it is not here. */
  peek(id: string): ImageView;
  /** Holds the picture while the listener is registered; the listener hears of its change. */
  use(id: string, listener: () => void): () => void;
}

const LOADING: ImageView = { status: 'loading' };

/** Pictures by id, as blob addresses. Used ones stay; of the rest the oldest are revoked above the limit. */
export function createImageCache(ports: ImagePorts, keepBytes = KEEP_BYTES): ImageCache {
  const slots = new Map<string, Slot>();

  function settle(id: string, view: ImageView, bytes: number): void {
    const slot = slots.get(id);
    if (!slot) {
      if (view.status === 'ready') ports.revokeUrl(view.url);
      return;
    }
    slot.view = view;
    slot.bytes = bytes;
    for (const listener of slot.users) listener();
    trim();
  }

  async function fetchInto(id: string): Promise<void> {
    try {
      const picture = await ports.read(id);
      if (!DRAWN.has(picture.mime)) throw new Error('This kind of picture is not shown.');
      settle(id, { status: 'ready', url: ports.makeUrl(picture) }, picture.data.byteLength);
    } catch (thrown) {
      settle(id, { status: 'failed', failure: toFailure(thrown) }, 0);
    }
  }

  function slotOf(id: string): Slot {
    const held = slots.get(id);
    if (held) {
      // Last used goes to the end of the map; the front is revoked first.
      slots.delete(id);
      slots.set(id, held);
      return held;
    }
    const slot: Slot = { view: LOADING, bytes: 0, users: new Set() };
    slots.set(id, slot);
    void fetchInto(id);
    return slot;
  }

  function trim(): void {
    let total = 0;
    for (const slot of slots.values()) total += slot.bytes;
    for (const [id, slot] of slots) {
      if (total <= keepBytes) return;
      if (slot.users.size > 0 || slot.view.status === 'loading') continue;
      if (slot.view.status === 'ready') ports.revokeUrl(slot.view.url);
      total -= slot.bytes;
      slots.delete(id);
    }
  }

  return {
    peek: (id) => slots.get(id)?.view ?? LOADING,
    use(id, listener) {
      const slot = slotOf(id);
      slot.users.add(listener);
      return () => {
        slot.users.delete(listener);
        // A picture that could not be read may be there next time.
        if (slot.users.size === 0 && slot.view.status === 'failed') slots.delete(id);
        trim();
      };
    },
  };
}
