import { createStore, type StoreApi } from 'zustand/vanilla';
import { type Host, toFailure } from '../ipc/host.ts';
import { type Attachment, admit, type Candidate, isPicture, type Refusal } from './attachments.ts';
import type { Keep } from './shell-store.ts';

/** What is being written in one conversation. The key of a new conversation is `new`. */
export interface Writing {
  text: string;
  attachments: Attachment[];
  refused: Refusal[];
}

export interface ComposerState {
  byKey: Record<string, Writing>;
  /** Grows when the text field should take the focus. */
  focusAsked: number;
}

/** A file of the browser, as far as it is used here. */
export interface ReadableFile {
  name: string;
  size: number;
  type: string;
  arrayBuffer(): Promise<ArrayBuffer>;
}

export interface ComposerStore extends StoreApi<ComposerState> {
  writing(key: string): Writing;
  setText(key: string, text: string): void;
  /** Puts a command in the field for the owner to look at; never sends it. */
  fill(key: string, text: string): void;
  attach(key: string, files: readonly ReadableFile[], pathOf: (file: ReadableFile) => string): Promise<void>;
  remove(key: string, id: string): void;
  clearRefused(key: string): void;
  /** Takes what is written away and gives it back. */
  take(key: string): Writing;
}

export const EMPTY_WRITING: Writing = { text: '', attachments: [], refused: [] };

/** Drafts of all conversations; text outlives a restart. */
export function createComposerStore(host: Host, keep: Keep, newId: () => string): ComposerStore {
  const store = createStore<ComposerState>(() => ({ byKey: {}, focusAsked: 0 }));

  /** Drafts of an earlier run, read once: the same object each time, so that nothing is drawn again for nothing. */
  const kept = new Map<string, Writing>();

  function writing(key: string): Writing {
    const held = store.getState().byKey[key];
    if (held) return held;
    const known = kept.get(key);
    if (known) return known;
    const text = keep.getItem(`draft:${key}`) ?? '';
    const restored = text ? { ...EMPTY_WRITING, text } : EMPTY_WRITING;
    kept.set(key, restored);
    return restored;
  }

  function put(key: string, change: (old: Writing) => Writing): void {
    const next = change(writing(key));
    store.setState((state) => ({ byKey: { ...state.byKey, [key]: next } }));
  }

  function setText(key: string, text: string): void {
    put(key, (old) => ({ ...old, text }));
    if (text) keep.setItem(`draft:${key}`, text);
    else keep.removeItem(`draft:${key}`);
  }

  function patch(key: string, id: string, change: Partial<Attachment>): void {
    put(key, (old) => ({
      ...old,
      attachments: old.attachments.map((one) => (one.id === id ? { ...one, ...change } : one)),
    }));
  }

  async function upload(key: string, id: string, file: ReadableFile): Promise<void> {
    try {
      const data = new Uint8Array(await file.arrayBuffer());
      const image = await host.call('image.add', { name: (file.name || 'picture').slice(0, 500), data });
      patch(key, id, { status: 'ready', image });
    } catch (thrown) {
      patch(key, id, { status: 'failed', problem: toFailure(thrown).message });
    }
  }

  return {
    ...store,
    writing,
    setText,
    fill(key, text) {
      setText(key, text);
      store.setState((state) => ({ focusAsked: state.focusAsked + 1 }));
    },
    async attach(key, files, pathOf) {
      const offered = files.map((file) => toCandidate(file, pathOf(file)));
      const { accepted, refused } = admit(writing(key).attachments, offered);
      const uploads: Promise<void>[] = [];
      const added: Attachment[] = [];
      for (const index of accepted) {
        const file = files[index];
        const candidate = offered[index];
        if (!file || !candidate) continue;
        const attachment = toAttachment(newId(), candidate);
        added.push(attachment);
        if (attachment.kind === 'image') uploads.push(Promise.resolve().then(() => upload(key, attachment.id, file)));
      }
      put(key, (old) => ({ ...old, attachments: [...old.attachments, ...added], refused }));
      await Promise.all(uploads);
    },
    remove: (key, id) => put(key, (old) => ({ ...old, attachments: old.attachments.filter((one) => one.id !== id) })),
    clearRefused: (key) => put(key, (old) => ({ ...old, refused: [] })),
    take(key) {
      const taken = writing(key);
      setText(key, '');
      put(key, () => EMPTY_WRITING);
      return taken;
    },
  };
}

function toCandidate(file: ReadableFile, path: string): Candidate {
  return { name: file.name || 'picture', bytes: file.size, type: file.type, path };
}

function toAttachment(id: string, candidate: Candidate): Attachment {
  const kind = isPicture(candidate) ? 'image' : 'file';
  const { name, bytes, path } = candidate;
  return { id, name, bytes, path, kind, status: kind === 'image' ? 'reading' : 'ready', problem: null, image: null };
}
