import type { Millis } from '../../protocol/conversation/entry.ts';
import type { ImageRef } from '../../protocol/conversation/message.ts';
import type { RecordedStep, Recording, RecordingSummary } from '../../protocol/conversation/recording.ts';

/** A picture on its way into a recording; `data` is the encoded file. */
export interface RecordedFile {
  data: Uint8Array;
  mime: ImageRef['mime'];
  width: number;
  height: number;
  alt?: string;
}

/**
 * Recorded sessions of computer use: rows in the store, pictures as files of mode 0600 below `<home>/recordings/<id>`.
 * Writing methods are synchronous and return when the row would survive `kill -9`; they throw a StoreError when the disk
 * refuses. What belongs to a recording that is gone is dropped without a word: its conversation was deleted.
 */
export interface RecordingStore {
  begin(recording: { id: string; conversationId: string; at: Millis }): void;
  /** Inserts the step, or replaces the one with the same number. */
  saveStep(id: string, step: RecordedStep): void;
  addMoment(id: string, moment: { at: Millis; kind: 'pause' | 'resume' }): void;
  end(id: string, end: { at: Millis; kind: 'complete' | 'error'; reason: string }): void;
  /** Null when the recording is gone. Rejects with a StoreError when the disk refuses. */
  putPicture(id: string, picture: RecordedFile): Promise<ImageRef | null>;
  /** By the picture's own id; null when it is gone. */
  readPicture(pictureId: string): Promise<{ mime: ImageRef['mime']; data: Uint8Array } | null>;
  /** Newest first; `search` matches the title of the conversation and the words of the steps, empty for all. */
  list(search: string): RecordingSummary[];
  load(id: string): Recording | null;
  /** Bytes of the pictures of all recordings. */
  bytes(): number;
  remove(id: string): void;
  removeAll(): void;
  /**
   * Removes recordings past their time, the oldest ones above the size limit, and folders without a row. Those that
   * still run stay. Answers how many went.
   */
  sweep(now: Millis): number;
}
