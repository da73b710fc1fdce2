/** Passes the first call on and then at most one each `intervalMs`; later ones in between are dropped. */
export function throttle(run: (at: number) => void, intervalMs: number): (at: number) => void {
  let last = Number.NEGATIVE_INFINITY;
  return (at) => {
    if (at - last < intervalMs) return;
    last = at;
    run(at);
  };
}
