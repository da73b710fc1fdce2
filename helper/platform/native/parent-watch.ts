const EVERY_MS = 1_000;

/** Where the kernel does not tell of a parent's end: asks each second, and calls `gone` once it is no longer there. */
export function watchParent(gone: () => void): void {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent && isAlive(parent)) return;
    clearInterval(timer);
    gone();
  }, EVERY_MS);
  timer.unref();
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Not allowed to signal it still means that it is there.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
