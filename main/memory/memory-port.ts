import type { MemoryItem, MemoryState } from '../../protocol/ipc/memory.ts';
import type { MemoryCategory } from '../store/memory-port.ts';

/** The Memory page's side of memory. Refusals are thrown with a code and a sentence. */
export interface MemoryPage {
  list(filter: { search: string; archived: boolean }): MemoryItem[];
  change(id: string, change: { key: string; value: string; category: MemoryCategory }): MemoryItem;
  archive(id: string, archived: boolean): void;
  remove(id: string): void;
  /** Everything there is as one text. */
  exported(format: 'json' | 'markdown'): string;
  state(): MemoryState;
  /** Reviews what waits, whatever its time. Resolves when that is over; a failure is thrown. */
  review(): Promise<void>;
}
