import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

export interface TemporaryHome {
  home: string;
  file: string;
  write(text: string): void;
  read(): string;
}

/** A home with the given config.toml (none when undefined); gone after the test. */
export function temporaryHome(text?: string): TemporaryHome {
  const home = mkdtempSync(join(tmpdir(), 'fermix-config-'));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  const file = join(home, 'config.toml');
  const write = (content: string) => writeFileSync(file, content);
  if (text !== undefined) write(text);
  return { home, file, write, read: () => readFileSync(file, 'utf8') };
}
