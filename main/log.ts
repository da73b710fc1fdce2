import { closeSync, fstatSync, openSync, renameSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { Clock, Log } from './agent/ports.ts';
import { makeFolder } from './config/make-folder.ts';

/** Bytes of one log file, and how many are kept. */
const FILE_LIMIT = 10 * 1024 * 1024;
const FILES_KEPT = 5;
/** Characters of one line; a longer one is cut, never dropped. */
const LINE_LIMIT = 16_384;

export const LOG_FOLDER = 'logs';
export const LOG_FILE = 'fermix.log';

/** Where the newest lines of a home's log are. */
export const logPath = (home: string): string => join(home, LOG_FOLDER, LOG_FILE);

export interface FileLog extends Log {
  readonly path: string;
  close(): void;
}

export interface LogOptions {
  home: string;
  clock: Clock;
  /** Takes secrets out of every value, however deep. */
  redact(value: unknown): unknown;
  /** Default 10 MiB; tests use less. */
  fileLimit?: number;
}

type Level = 'info' | 'warn' | 'error';

/**
 * Writes JSON lines `{at, level, event, …}` to `<home>/logs/fermix.log`, mode 0600, and turns the files over at 10 MiB.
 * The file is opened at the first line. A log that cannot be written never stops the program.
 */
export function openLog(options: LogOptions): FileLog {
  const folder = join(options.home, LOG_FOLDER);
  const path = join(folder, LOG_FILE);
  const limit = options.fileLimit ?? FILE_LIMIT;
  let file: number | null = null;
  let size = 0;
  let closed = false;

  const open = (): number => {
    makeFolder(folder);
    const opened = openSync(path, 'a', 0o600);
    size = fstatSync(opened).size;
    return opened;
  };
  const turnOver = (): void => {
    if (file !== null) closeSync(file);
    file = null;
    for (let number = FILES_KEPT - 1; number >= 1; number -= 1)
      renameQuietly(name(path, number - 1), name(path, number));
  };
  const write = (level: Level, event: string, fields: Record<string, unknown>): void => {
    if (closed) return;
    try {
      const bytes = Buffer.from(`${toLine(options, level, event, fields)}\n`);
      file ??= open();
      if (size > 0 && size + bytes.length > limit) turnOver();
      file ??= open();
      writeSync(file, bytes);
      size += bytes.length;
    } catch {
      // Nowhere left to say it.
    }
  };
  return {
    path,
    info: (event, fields = {}) => write('info', event, fields),
    warn: (event, fields = {}) => write('warn', event, fields),
    error: (event, fields = {}) => write('error', event, fields),
    close() {
      closed = true;
      if (file !== null) closeSync(file);
      file = null;
    },
  };
}

function toLine(options: LogOptions, level: Level, event: string, fields: Record<string, unknown>): string {
  const head = { at: new Date(options.clock.now()).toISOString(), level, event };
  const line = JSON.stringify({ ...head, ...asObject(options.redact(plain(fields))), ...head });
  if (line.length <= LINE_LIMIT) return line;
  return JSON.stringify({ ...head, cut: line.slice(0, LINE_LIMIT) });
}

/** Errors have no own JSON form: their words are what matters. */
function plain(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).map(([key, value]) => [key, value instanceof Error ? errorWords(value) : value]),
  );
}

function errorWords(error: Error): string {
  return error.stack ?? `${error.name}: ${error.message}`;
}

function asObject(value: unknown): object {
  return typeof value === 'object' && value !== null ? value : {};
}

function name(path: string, number: number): string {
  return number === 0 ? path : `${path}.${number}`;
}

function renameQuietly(from: string, to: string): void {
  try {
    renameSync(from, to);
  } catch {
    // Not there yet.
  }
}
