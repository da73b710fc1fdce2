import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

const FOLDER = '/usr/share/xsessions';
const MOST = 20;

/** Names of the X11 sessions that the login screen of this computer offers; empty where there are none. */
export async function readXSessions(folder: string = FOLDER): Promise<string[]> {
  const files = await readdir(folder).catch((): string[] => []);
  const names: string[] = [];
  for (const file of files
    .filter((name) => name.endsWith('.desktop'))
    .sort()
    .slice(0, MOST)) {
    const text = await readFile(join(folder, file), 'utf8').catch(() => '');
    const isHidden = /^(?:NoDisplay|Hidden)\s*=\s*true/im.test(text);
    const name = /^Name\s*=\s*(.+)$/m.exec(text)?.[1]?.trim();
    if (name && !isHidden) names.push(name.slice(0, 80));
  }
  return names;
}
