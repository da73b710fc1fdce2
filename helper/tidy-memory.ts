import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Operations after which memory is tidied in the middle of work; it takes some ten milliseconds. */
const EVERY = 16;
/** After this long without a new operation it is tidied once. */
const AT_REST_MS = 400;

/**
 * The engine waits with what lies outside its own heap (pictures, text on the pipes) until there are tens of megabytes. A
 * helper that rests beside other programs gives them back sooner. Call the function when an answer has been given.
 */
export function createTidier(trim: () => void): () => void {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const tidy = () => {
    collect();
    trim();
  };
  let count = 0;
  let rest: NodeJS.Timeout | null = null;
  return () => {
    count += 1;
    if (count % EVERY === 0) setImmediate(tidy);
    if (rest) clearTimeout(rest);
    rest = setTimeout(tidy, AT_REST_MS);
    rest.unref();
  };
}
