import type { KnownSecrets } from '../config/known-secrets.ts';
import type { MemoryCategory, MemoryRow, MemoryStore } from '../store/memory-port.ts';
import { readQuery } from '../store/search-query.ts';
import { ProfileOverCap } from './profile.ts';
import type { ProfileFiles } from './profile-files.ts';
import { profileTarget } from './profile-target.ts';
import { checkRow } from './remember.ts';

/** Rows that the page is given at once. */
const PAGE_ROWS = 500;
/** Rows of an export: everything that there can reasonably be. */
const EXPORT_ROWS = 1_000_000;

/** A refusal of a change, with a code and a sentence. */
export class MemoryProblem extends Error {
  readonly code: string;
  constructor(code: string, message: string) {
    super(message);
    this.name = 'MemoryProblem';
    this.code = code;
  }
}

/** Everything the owner does with memory by hand. It works with memory switched off too. */
export interface OwnerMemory {
  /** Newest first, or the best first for a search; at most 500. */
  list(filter: { search: string; archived: boolean }): MemoryRow[];
  /** Throws a MemoryProblem `memory_gone`, `key_taken`, `profile_over_cap`, or a code of `memory_store`. */
  change(id: string, change: { key: string; value: string; category: MemoryCategory }): MemoryRow;
  /** Hides a row from the agent, or shows it again. */
  archive(id: string, archived: boolean): void;
  remove(id: string): void;
  everything(): MemoryRow[];
}

export function createOwnerMemory(parts: {
  store: MemoryStore;
  files: ProfileFiles;
  known: Pick<KnownSecrets, 'holds'>;
  onChange(): void;
}): OwnerMemory {
  const { store, files, known, onChange } = parts;
  const find = (id: string): MemoryRow => {
    const row = store.get(id);
    if (!row) throw new MemoryProblem('memory_gone', 'This memory is no longer there.');
    return row;
  };
  const change = <T>(work: () => T): T => {
    try {
      return files.change(work);
    } catch (error) {
      throw error instanceof ProfileOverCap ? new MemoryProblem(error.code, error.message) : error;
    } finally {
      onChange();
    }
  };
  return {
    list({ search, archived }) {
      if (search.trim() === '') return store.list(null, { archived, limit: PAGE_ROWS });
      const asked = readQuery(search);
      return asked === null ? [] : store.search(asked.match, null, PAGE_ROWS, archived).map(({ row }) => row);
    },
    change(id, { key, value, category }) {
      const row = find(id);
      const problem = checkRow({ key, value }, known);
      if (problem) throw new MemoryProblem(problem.code, problem.text);
      const trimmed = key.trim();
      const twin = store.list([row], { archived: true, limit: EXPORT_ROWS }).find((one) => one.key === trimmed);
      if (twin && twin.id !== id) {
        throw new MemoryProblem('key_taken', `There is already something under "${trimmed}" in the same place.`);
      }
      const target = profileTarget(row.scopeType, category);
      return change(() => store.change(id, { key: trimmed, value, category, target, trust: 'owner' }));
    },
    archive(id, archived) {
      find(id);
      change(() => store.archive(id, archived ? 'By the owner.' : null));
    },
    remove(id) {
      find(id);
      change(() => store.remove(id));
    },
    everything: () => store.list(null, { archived: true, limit: EXPORT_ROWS }),
  };
}
