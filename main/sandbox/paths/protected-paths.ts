import { join } from 'node:path';
import type { Places } from '../places.ts';

/** What is protected in every mode, inside grants too. Absolute, not yet canonical. */
export interface ProtectedPaths {
  trees: string[];
  /** Files that also match with a `.` or `-` suffix. */
  files: string[];
}

const HOME_TREES = ['.ssh', '.aws', '.gnupg', '.docker', '.kube', '.codex', '.anthropic', '.config/fermix'];
const HOME_FILES = ['.claude.json', '.claude/.credentials.json', '.claude/.claude.json'];

const STATE_TREES = [
  'secrets',
  'acp_identities',
  'mobile',
  'plugins/run',
  'browser/profiles',
  'bootstrap',
  'memory',
  'grants',
  'helpers',
  'logs',
  'traces',
  'recordings',
  'run',
];
const STATE_FILES = [
  'config.toml',
  'auth.json',
  'chatgpt_host.json',
  'secret_key_base',
  'setup-token',
  'setup-launch-token.json',
  'memory.db',
];

/** `/proc`, `/sys` and `/dev` are here because they show other programs' secrets and raw devices as files. */
const UNIX_TREES = ['/etc', '/usr', '/bin', '/sbin', '/proc', '/sys', '/dev', '/System', '/Library'];

const WINDOWS_VARIABLES = ['SystemRoot', 'ProgramFiles', 'ProgramFiles(x86)', 'ProgramData'];
const WINDOWS_ROAMING = ['gnupg', 'Microsoft/Credentials', 'Microsoft/Protect', 'Microsoft/Vault'];
const WINDOWS_LOCAL = ['Microsoft/Credentials', 'Microsoft/Vault'];

export function protectedPaths(places: Places, env: Readonly<Record<string, string | undefined>>): ProtectedPaths {
  const codex = env['CODEX_HOME']?.trim();
  const claude = env['CLAUDE_CONFIG_DIR']?.trim();
  return {
    trees: [
      ...HOME_TREES.map((name) => join(places.osHome, name)),
      ...STATE_TREES.map((name) => join(places.home, name)),
      ...(codex ? [codex] : []),
      ...(places.userData ? [places.userData] : []),
      ...(places.platform === 'win32' ? windowsTrees(env) : UNIX_TREES),
    ],
    files: [
      ...HOME_FILES.map((name) => join(places.osHome, name)),
      ...(claude ? [join(claude, '.credentials.json'), join(claude, '.claude.json')] : []),
      ...STATE_FILES.map((name) => join(places.home, name)),
    ],
  };
}

function windowsTrees(env: Readonly<Record<string, string | undefined>>): string[] {
  const named = (variable: string, below: string[]): string[] => {
    const root = env[variable]?.trim();
    return root ? below.map((name) => join(root, name)) : [];
  };
  return [
    ...WINDOWS_VARIABLES.flatMap((variable) => named(variable, [''])),
    ...named('APPDATA', WINDOWS_ROAMING),
    ...named('LOCALAPPDATA', WINDOWS_LOCAL),
  ];
}
