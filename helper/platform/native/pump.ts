/** Short enough that a person who begins to move is noticed well within 100 ms. */
const EVERY_MS = 20;

/** Calls `run` again and again while the process lives for other reasons; gives the function that ends it. */
export function pumpEvery(run: () => void, ms = EVERY_MS): () => void {
  const timer = setInterval(run, ms);
  timer.unref();
  return () => clearInterval(timer);
}
