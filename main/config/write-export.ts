import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { writeFileSafely } from './write-file-safely.ts';

/** Makes a folder that is not there yet and writes one JSON file into it. Rejects as the system does. */
export async function writeExport(folder: string, name: string, value: unknown): Promise<void> {
  await mkdir(folder, { mode: 0o700 });
  await writeFileSafely(join(folder, name), `${JSON.stringify(value, null, 2)}\n`);
}
