/** More than one listing has; what is older than this is forgotten. */
const MOST = 2_000;

/** Controls of other programs by an opaque name. The oldest are let go of when there are too many. */
export class ControlHandles<T> {
  readonly #release: (control: T) => void;
  readonly #known = new Map<string, T>();
  #last = 0;

  constructor(release: (control: T) => void) {
    this.#release = release;
  }

  keep(control: T): string {
    const handle = `c${++this.#last}`;
    this.#known.set(handle, control);
    const oldest = this.#known.keys().next();
    if (this.#known.size > MOST && !oldest.done) this.#forget(oldest.value);
    return handle;
  }

  get(handle: string): T | undefined {
    return this.#known.get(handle);
  }

  /** The same control, read anew. */
  replace(handle: string, control: T): void {
    const before = this.#known.get(handle);
    this.#known.set(handle, control);
    if (before !== undefined) this.#release(before);
  }

  clear(): void {
    for (const handle of [...this.#known.keys()]) this.#forget(handle);
  }

  #forget(handle: string): void {
    const control = this.#known.get(handle);
    this.#known.delete(handle);
    if (control !== undefined) this.#release(control);
  }
}
