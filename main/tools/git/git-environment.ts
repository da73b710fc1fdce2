/** Settings that win over every file: what a repository configures to be run is switched off. Keys may hold any character. */
export type GitSettings = readonly (readonly [key: string, value: string])[];

const ALWAYS: GitSettings = [
  ['core.fsmonitor', 'false'],
  ['commit.template', '/dev/null'],
];

/** Programs that `status`, `diff`, `log` and `show` would start, or a missing object would reach the network for. */
const READING: GitSettings = [
  ['core.hooksPath', '/dev/null'],
  ['core.pager', 'cat'],
  ['core.editor', 'true'],
  ['core.sshCommand', 'false'],
  ['core.gitProxy', ''],
  ['core.alternateRefsCommand', ''],
  ['diff.external', ''],
  ['log.showSignature', 'false'],
  ['gpg.program', 'false'],
  ['gpg.openpgp.program', 'false'],
  ['gpg.x509.program', 'false'],
  ['gpg.ssh.program', 'false'],
  ['status.submoduleSummary', 'false'],
];

/** Network access of `pull`. `ext::`, `fd::` and local paths run programs or read other repositories. */
const PROTOCOLS = 'https:ssh:git';

/**
 * The environment of git: that of a sandboxed command without any GIT_ variable of its own, never asking, never paging,
 * never editing. For reading also without network and without writing to the index.
 */
export function gitEnvironment(
  variables: Readonly<Record<string, string>>,
  reading: boolean,
  more: GitSettings = [],
): Record<string, string> {
  const plain = Object.entries(variables).filter(([name]) => !name.startsWith('GIT_'));
  return {
    ...Object.fromEntries(plain),
    GIT_ALLOW_PROTOCOL: reading ? 'none' : PROTOCOLS,
    GIT_TERMINAL_PROMPT: '0',
    GIT_ASKPASS: 'false',
    SSH_ASKPASS_REQUIRE: 'never',
    GIT_PAGER: 'cat',
    GIT_EDITOR: 'true',
    GIT_SEQUENCE_EDITOR: 'true',
    ...(reading ? { GIT_OPTIONAL_LOCKS: '0', GIT_NO_LAZY_FETCH: '1' } : {}),
    ...settings([...ALWAYS, ...(reading ? READING : []), ...more]),
  };
}

/** Needs git 2.31. Unlike `-c`, this form is not misled by an equals sign in a key. */
function settings(all: GitSettings): Record<string, string> {
  const variables: Record<string, string> = { GIT_CONFIG_COUNT: String(all.length) };
  for (const [index, [key, value]] of all.entries()) {
    variables[`GIT_CONFIG_KEY_${index}`] = key;
    variables[`GIT_CONFIG_VALUE_${index}`] = value;
  }
  return variables;
}

/** Asks git for every configured filter and driver. */
export const LIST_DRIVERS = [
  'config',
  '--null',
  '--name-only',
  '--get-regexp',
  '^(filter\\..*\\.(clean|smudge|process|required)|diff\\..*\\.(command|textconv)|merge\\..*\\.driver)$',
];

/** Settings that leave the listed drivers without a program. `output` is what LIST_DRIVERS printed. */
export function withoutDrivers(output: string): GitSettings {
  const keys = [...new Set(output.split('\0').filter(Boolean))];
  return keys.map((key) => [key, valueWithoutProgram(key)] as const);
}

function valueWithoutProgram(key: string): string {
  if (key.endsWith('.required')) return 'false';
  return key.endsWith('.driver') ? 'false' : '';
}
