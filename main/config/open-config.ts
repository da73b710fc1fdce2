import { readFileSync, realpathSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { type Config, ConfigError, type ConfigStore, type ConfigValue } from './config-port.ts';
import { isWritableKey } from './config-schema.ts';
import { editToml } from './edit-toml.ts';
import { makeFolder } from './make-folder.ts';
import { type ConfigPlace, checkConfig, parseToml } from './parse-config.ts';
import { writeFileSafely } from './write-file-safely.ts';

export const CONFIG_FILE = 'config.toml';

/**
 * Opens `<home>/config.toml`; a missing file means defaults. Nothing on the disk changes before the first write, so that
 * the doctor can look too. Throws ConfigError when the file cannot be used.
 */
export function openConfig(options: { home: string; env: ConfigPlace['env'] }): ConfigStore {
  return new ConfigFileStore({ ...options, path: join(options.home, CONFIG_FILE) });
}

class ConfigFileStore implements ConfigStore {
  readonly path: string;
  readonly #place: ConfigPlace;
  readonly #listeners = new Set<(config: Config) => void>();
  /** What was on the disk when we last read or wrote: the baseline that tells an outside edit. */
  #text: string;
  #config: Config;
  /** Writes wait for each other. */
  #tail: Promise<unknown> = Promise.resolve();

  constructor(place: ConfigPlace) {
    this.path = place.path;
    this.#place = place;
    this.#text = readText(() => readFileSync(place.path, 'utf8'), place.path);
    this.#config = checkConfig(parseToml(this.#text, place.path), this.#text, place);
  }

  current(): Config {
    return this.#config;
  }

  onChange(listener: (config: Config) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  write(changes: Record<string, ConfigValue | null>): Promise<void> {
    return this.#inTurn(() => this.#write(changes));
  }

  reload(): Promise<void> {
    return this.#inTurn(async () => this.#adopt(await this.#read()));
  }

  changedOutside(): Promise<string[]> {
    return this.#inTurn(async () => this.#changedSections(await this.#read()));
  }

  async #write(changes: Record<string, ConfigValue | null>): Promise<void> {
    const unknown = Object.keys(changes).find((key) => !isWritableKey(key));
    if (unknown !== undefined) throw new ConfigError('unknown_key', `${unknown} is not a setting of this app.`);
    const onDisk = await this.#read();
    const sections = this.#changedSections(onDisk);
    if (sections.length > 0) {
      throw new ConfigError(
        'settings_changed_outside',
        `The settings file was changed outside the app (${sections.join(', ')}), so nothing was saved.`,
        'Read the settings from the file again, then repeat the change.',
      );
    }
    const text = editToml(onDisk, changes, this.path);
    const config = this.#checkNew(text);
    makeFolder(dirname(this.path));
    await save(`${this.path}.last-good`, onDisk);
    await save(realPath(this.path), text);
    this.#text = text;
    this.#change(config);
  }

  #checkNew(text: string): Config {
    try {
      return checkConfig(parseToml(text, this.path), text, this.#place);
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      const sentence = error.message.slice(error.message.indexOf(': ') + 2);
      throw new ConfigError('invalid_value', `${sentence} Nothing was changed.`);
    }
  }

  #adopt(text: string): void {
    const config = checkConfig(parseToml(text, this.path), text, this.#place);
    this.#text = text;
    this.#change(config);
  }

  #change(config: Config): void {
    this.#config = config;
    for (const listener of [...this.#listeners]) listener(config);
  }

  async #read(): Promise<string> {
    const text = await readFile(this.path, 'utf8').catch((error: unknown) => error);
    return readText(() => {
      if (typeof text === 'string') return text;
      throw text;
    }, this.path);
  }

  /** Comments and layout may change freely; only values count. */
  #changedSections(onDisk: string): string[] {
    if (onDisk === this.#text) return [];
    const before = parseToml(this.#text, this.path);
    const after = parseToml(onDisk, this.path);
    return [...new Set([...sectionsOf(before), ...sectionsOf(after)])].filter(
      (name) => !isDeepStrictEqual(sectionAt(before, name), sectionAt(after, name)),
    );
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const run = this.#tail.then(work, work);
    this.#tail = run.catch(() => undefined);
    return run;
  }
}

/** An absent file is an empty one; anything else that cannot be read stops with the system's reason. */
function readText(read: () => string, path: string): string {
  try {
    return read();
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (code === 'ENOENT') return '';
    throw new ConfigError('unreadable', `${path} cannot be read (${code || 'unknown reason'}).`);
  }
}

/** Says a full disk in words; the file is as it was. */
async function save(path: string, text: string): Promise<void> {
  try {
    await writeFileSafely(path, text);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOSPC')
      throw new ConfigError(
        'disk_full',
        'The disk is full, so the settings were not saved.',
        'Make room, then try again.',
      );
    throw error;
  }
}

/** A linked file is written where it really is, and stays linked. */
function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

/** Names down to the second level of `fermix_core`, as the owner knows them. */
function sectionsOf(raw: Record<string, unknown>): string[] {
  return Object.entries(raw).flatMap(([name, value]) =>
    name === 'fermix_core' && typeof value === 'object' && value !== null
      ? Object.keys(value).map((inner) => `${name}.${inner}`)
      : [name],
  );
}

function sectionAt(raw: Record<string, unknown>, name: string): unknown {
  let value: unknown = raw;
  for (const part of name.split('.')) value = (value as Record<string, unknown> | undefined)?.[part];
  return value;
}
