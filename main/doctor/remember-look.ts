/** Asks at most once in `keepMs`, however many want to know; `fresh` asks again, and joins a look that is under way. */
export function rememberLook<T>(
  look: () => Promise<T>,
  now: () => number,
  keepMs: number,
): (fresh?: boolean) => Promise<T> {
  let last: { at: number; over: boolean; answer: Promise<T> } | null = null;
  return (fresh = false) => {
    if (last && (!last.over || (!fresh && now() - last.at < keepMs))) return last.answer;
    const current = { at: now(), over: false, answer: look() };
    const over = () => {
      current.over = true;
    };
    current.answer.then(over, over);
    last = current;
    return current.answer;
  };
}
