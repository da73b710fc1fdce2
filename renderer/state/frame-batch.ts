/** Runs a function before the next paint; a hidden window paints nothing, so a timer is the other half. */
export type Schedule = (run: () => void) => void;

/** Longest wait of a batch when no frame comes, in milliseconds. */
const HIDDEN_WINDOW_MS = 250;

/** Next frame or 250 ms, whichever is first. */
export const nextFrame: Schedule = (run) => {
  let done = false;
  const once = () => {
    if (done) return;
    done = true;
    clearTimeout(timer);
    cancelAnimationFrame(frame);
    run();
  };
  const timer = setTimeout(once, HIDDEN_WINDOW_MS);
  const frame = requestAnimationFrame(once);
};

/** Collects items and hands them over together, once a frame. */
export function createBatch<T>(schedule: Schedule, flush: (items: T[]) => void): (item: T) => void {
  let items: T[] = [];
  return (item) => {
    items.push(item);
    if (items.length > 1) return;
    schedule(() => {
      const batch = items;
      items = [];
      flush(batch);
    });
  };
}
