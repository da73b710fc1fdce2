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

/** One-letter options: `files` read a file, and the value of a letter in `values` is the rest of the cluster. */
interface Letters {
  files: string;
  values: string;
}
const COMMIT: Letters = { files: 'Ft', values: 'mcCSu' };
const SHOWING: Letters = { files: 'O', values: 'SGILMBCUXln' };
const LETTERS: Record<string, Letters> = { commit: COMMIT, diff: SHOWING, log: SHOWING, show: SHOWING };

/** Letters and words of `git checkout` that make a branch. */
const CHECKOUT_BRANCH = ['--orphan', '--track'];
const CHECKOUT_BRANCH_LETTERS = /^-[a-zA-Z]*[bBt]/;

/** What may stand before `-m` and surely does not take it as its own value. */
const WITHOUT_VALUE =
  /^(-[aeinopqsvz]+|--[a-z-]+=.*|--(all|amend|allow-empty|allow-empty-message|no-edit|no-verify|quiet|verbose|signoff))$/s;

/**
 * The argument that is refused, or null. Every word counts, also behind `--` and where an option takes it as its value:
 * whoever believes that a word is no option must know the options as well as git does.
 */
export function findRefused(command: string, args: readonly string[], reading: boolean): string | null {
  const refused = [
    ...REFUSED_EVERYWHERE,
    ...(reading ? REFUSED_FOR_READING : []),
    ...(command === 'checkout' ? CHECKOUT_BRANCH : []),
  ];
  const letters = Object.hasOwn(LETTERS, command) ? LETTERS[command] : undefined;
  const messages = command === 'commit' ? messagePlaces(args) : new Set<number>();
  for (const [at, arg] of args.entries()) {
    if (arg === '--' || messages.has(at)) continue;
    if (arg.startsWith('--') && matchesAny(arg, refused)) return arg;
    if (command === 'checkout' && CHECKOUT_BRANCH_LETTERS.test(arg)) return arg;
    if (letters && isFileCluster(arg, letters)) return arg;
  }
  return null;
}

function matchesAny(arg: string, refused: readonly string[]): boolean {
  const name = arg.split('=', 1)[0] ?? arg;
  return refused.some((flag) => flag.startsWith(name));
}

/** `-F`, `-aF`, `-tfile`: scanning stops at a letter whose value is the rest. */
function isFileCluster(arg: string, { files, values }: Letters): boolean {
  if (!/^-[^-]/.test(arg)) return false;
  for (const letter of arg.slice(1)) {
    if (files.includes(letter)) return true;
    if (values.includes(letter)) return false;
  }
  return false;
}

/**
 * Where the words stand that `-m` takes: a message may look like an option. Only when `-m` is surely one itself: a word
 * without a dash before it, or one that takes no value.
 */
function messagePlaces(args: readonly string[]): Set<number> {
  const places = new Set<number>();
  for (const [at, arg] of args.entries()) {
    const before = args[at - 1] ?? '';
    const isOption = !places.has(at) && (!before.startsWith('-') || places.has(at - 1) || WITHOUT_VALUE.test(before));
    if (isOption && (arg === '--message' || /^-[aeinopqsvz]*m$/.test(arg))) places.add(at + 1);
  }
  return places;
}
