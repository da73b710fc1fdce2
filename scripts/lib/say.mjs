/**
 * Progress goes to stderr: stdout belongs to what was asked for (`bench --json`, the closing line of the tests).
 *
 * @param {string} line
 */
export function say(line) {
  process.stderr.write(`fermix: ${line}\n`);
}

/** A step this long says again that it goes on, in milliseconds. */
const goesOnMs = 10_000;

/**
 * Runs a step that shows nothing of its own and says now and then how long it has taken.
 *
 * @template T
 * @param {string} what for example `installing the locked packages`
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function sayWhile(what, work) {
  const begin = Date.now();
  const timer = setInterval(() => say(`still ${what}, ${Math.round((Date.now() - begin) / 1000)} s`), goesOnMs);
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}

/**
 * Something the person has to act on. The message is shown without a stack.
 */
export class SetupError extends Error {
  /** @param {string} message */
  constructor(message) {
    super(message);
    this.name = 'SetupError';
  }
}

/**
 * Shows an error: what the person can act on without a stack, a fault of ours with it.
 *
 * @param {unknown} error
 */
export function sayError(error) {
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  say(error instanceof SetupError ? error.message : text);
}

/**
 * Runs a script's main function; a SetupError becomes its sentence and exit code 1.
 *
 * @param {() => Promise<number>} main answers the exit code
 */
export async function runScript(main) {
  try {
    process.exitCode = await main();
  } catch (error) {
    sayError(error);
    process.exitCode = 1;
  }
}
