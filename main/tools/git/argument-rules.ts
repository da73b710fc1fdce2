/**
 * Long options that read or write other files, or run a program. git accepts any unambiguous beginning of an option, so a
 * token is refused when one of these starts with it.
 */
const REFUSED_EVERYWHERE = [
  '--no-index',
  '--git-dir',
  '--work-tree',
  '--exec-path',
  '--output',
  '--output-directory',
  '--upload-pack',
  '--receive-pack',
  '--man-path',
  '--info-path',
  '--file',
  '--pathspec-from-file',
  '--template',
];

/** Undo what the runner forces off for reading, or look into submodules, whose own settings it cannot switch off. */
const REFUSED_FOR_READING = ['--ext-diff', '--textconv', '--submodule', '--ignore-submodules', '--recurse-submodules'];

/** Letters of `git commit` whose value is the rest of the cluster or the next word. `-F` and `-t` read a file. */
const COMMIT_VALUES = 'mcCSu';
const COMMIT_FILES = 'Ft';

/** Letters and words of `git checkout` that make a branch. */
const CHECKOUT_BRANCH = ['--orphan', '--track'];
const CHECKOUT_BRANCH_LETTERS = /^-[a-zA-Z]*[bBt]/;

/** The argument that is refused, or null. */
export function findRefused(command: string, args: readonly string[], reading: boolean): string | null {
  const refused = [
    ...REFUSED_EVERYWHERE,
    ...(reading ? REFUSED_FOR_READING : []),
    ...(command === 'checkout' ? CHECKOUT_BRANCH : []),
  ];
  for (let at = 0; at < args.length; at += 1) {
    const arg = args[at] ?? '';
    if (arg === '--') return null;
    if (arg.startsWith('--') && matchesAny(arg, refused)) return arg;
    if (command === 'checkout' && CHECKOUT_BRANCH_LETTERS.test(arg)) return arg;
    if (command !== 'commit') continue;
    if (isFileCluster(arg)) return arg;
    // The message is whatever follows, also when it looks like an option.
    if (arg === '--message' || /^-[a-zA-Z]*m$/.test(arg)) at += 1;
  }
  return null;
}

function matchesAny(arg: string, refused: readonly string[]): boolean {
  const name = arg.split('=', 1)[0] ?? arg;
  return refused.some((flag) => flag.startsWith(name));
}

/** `-F`, `-aF`, `-tfile`: scanning stops at a letter whose value is the rest. */
function isFileCluster(arg: string): boolean {
  if (!/^-[^-]/.test(arg)) return false;
  for (const letter of arg.slice(1)) {
    if (COMMIT_FILES.includes(letter)) return true;
    if (COMMIT_VALUES.includes(letter)) return false;
  }
  return false;
}
