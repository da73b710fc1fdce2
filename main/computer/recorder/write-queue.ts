/** Things to write, one after the other, never in the way of whoever asks. */
export interface WriteQueue {
  /** Runs later, after everything added before. A failure is reported and the next one runs all the same. */
  add(what: string, write: () => Promise<void> | void): void;
  /** Resolves when what was added so far is done. */
  idle(): Promise<void>;
}

export function createWriteQueue(failed: (what: string, error: unknown) => void): WriteQueue {
  let last: Promise<void> = Promise.resolve();
  return {
    add(what, write) {
      last = last
        .then(afterOthers)
        .then(write)
        .catch((error: unknown) => failed(what, error));
    },
    idle: () => last,
  };
}

/** Lets what is already waiting run first, such as the answer that is being recorded. */
function afterOthers(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}
