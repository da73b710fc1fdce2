import { join, normalize, resolve } from 'node:path';

/** What a command's words are measured against. All absolute. */
export interface HardlineContext {
  osHome: string;
  home: string;
  /** Where the command would run; relative targets are read against it. */
  workingDirectory: string;
}

/** Folders whose recursive deletion ends the system or everything the owner has. */
const SYSTEM_ROOTS = new Set([
  '/',
  '/etc',
  '/usr',
  '/bin',
  '/sbin',
  '/lib',
  '/lib64',
  '/boot',
  '/dev',
  '/proc',
  '/sys',
  '/var',
  '/opt',
  '/root',
  '/home',
  '/Users',
  '/System',
  '/Library',
  '/Applications',
]);

/** A glob of everything in a folder, or of all names but the shortest: `/*`, `/?*`, `~/.*`, `~/.[!.]*`, `$HOME/{*,.*}`. */
const EVERYTHING = /\/((?:[.?]|\[[!^]\.\])*\*[*?]*|\{[^/]*\*[^/]*\})$/;

/** True for `/`, the home directories, an OS root, a drive, or a glob of everything in one of them. */
export function isRootTarget(word: string, context: HardlineContext): boolean {
  if (/^[A-Za-z]:[\\/]?\*?$/.test(word)) return true;
  const expanded = expandHome(word, context.osHome);
  const full = resolve(context.workingDirectory, expanded === '*' ? './*' : expanded);
  return [full, full.replace(EVERYTHING, '') || '/'].some((path) => isRoot(path, context));
}

function isRoot(path: string, context: HardlineContext): boolean {
  const plain = normalize(path).replace(/\/+$/, '') || '/';
  return SYSTEM_ROOTS.has(plain) || plain === context.osHome || plain === context.home;
}

function expandHome(word: string, osHome: string): string {
  const match = /^(~|\$HOME|\$\{HOME\}|%USERPROFILE%)(?=$|[/\\])/.exec(word);
  return match ? join(osHome, word.slice(match[0].length)) : word;
}

const DISK = /^\/dev\/(sd[a-z]|nvme\d|hd[a-z]|vd[a-z]|xvd[a-z]|disk\d|disk\/|rdisk\d|mmcblk\d|dm-\d|mapper\/.|md\d)/;

/** True for a whole disk or a partition as a file. */
export function isDisk(path: string): boolean {
  if (/^(\\\\|\/\/)[.?][\\/]PhysicalDrive\d/i.test(path)) return true;
  return DISK.test(normalize(path));
}
