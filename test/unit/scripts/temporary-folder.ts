import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach } from 'vitest';

/** A folder that is gone after each test, and a way to fill it. */
export function temporaryFolder(): { path(): string; write(files: Record<string, string>): void } {
  let folder: string | null = null;
  afterEach(() => {
    if (folder !== null) rmSync(folder, { recursive: true, force: true });
    folder = null;
  });
  const path = () => {
    folder ??= mkdtempSync(join(tmpdir(), 'fermix-test-'));
    return folder;
  };
  return {
    path,
    write(files) {
      for (const [name, text] of Object.entries(files)) {
        const target = join(path(), name);
        mkdirSync(dirname(target), { recursive: true });
        writeFileSync(target, text);
      }
    },
  };
}
