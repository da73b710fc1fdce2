import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startProgram } from '../accessibility/programs.ts';
import { type EntryLine, LineProgram } from './program.ts';

/** A program that takes text; how its text is known depends on the program. */
export interface TextTarget {
  /** Part of its window's title. */
  title: string;
  /** What it has now, bytes and all. */
  text(): Promise<string>;
  /** Ready to take text that starts anew. */
  clear(): Promise<void>;
  /** Sent after a text, for a program that hands on only what was finished so. */
  finish: { action: 'key'; chord: string } | null;
  stop(): Promise<void>;
}

/** Says its text on stdout. */
export async function gtk4Target(env: Record<string, string>): Promise<TextTarget> {
  const title = 'GTK 4 text';
  const entry = new LineProgram<EntryLine>('/usr/bin/python3', [join(import.meta.dirname, 'text_gtk4.py'), title], env);
  await entry.until((line) => line.focused === true);
  let from = 0;
  return {
    title,
    finish: null,
    text: async () => entry.lines.slice(from).findLast((line) => line.text !== undefined)?.text ?? '',
    async clear() {
      from = entry.lines.length;
      entry.send('clear');
      await entry.until((line) => line.cleared === true, from);
      from = entry.lines.length;
    },
    stop: () => entry.stop(),
  };
}

/** An editor that is known by the file it saves. */
export function featherpadTarget(env: Record<string, string>): TextTarget {
  const folder = mkdtempSync(join(tmpdir(), 'fermix-text-'));
  const file = join(folder, 'text.txt');
  const program = startProgram('featherpad', ['--standalone', file], {
    ...env,
    HOME: folder,
    XDG_CONFIG_HOME: folder,
  });
  let before = '';
  const whole = () => {
    try {
      return readFileSync(file, 'utf8');
    } catch {
      return '';
    }
  };
  return {
    title: 'text.txt',
    finish: { action: 'key', chord: 'ctrl+s' },
    // It ends its file with a line break and goes on behind it.
    text: async () => whole().slice(before.length).replace(/\n$/, ''),
    async clear() {
      before = whole();
    },
    async stop() {
      await program.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
