import type { MessageWindow } from '../../../helper/platform/win32/message-window.ts';

type Handler = Parameters<MessageWindow['on']>[1];

/** The clipboard as user32 and kernel32 document it: an owner, formats in order, delayed rendering, memory handles. */
export class FakeClipboardOfWindows {
  owner: bigint | null = 77n;
  readonly formats = new Map<number, Buffer | null>();
  readonly names = new Map<number, string>();
  /** Times that opening fails before it works. */
  refusals = 0;
  opened = 0;
  readonly #memory = new Map<bigint, Buffer>();
  readonly #handlers = new Map<number, Handler>();
  #openBy: bigint | null = null;
  #next = 1_000n;

  readonly window = {
    handle: 5n,
    on: (message: number, handler: Handler) => this.#handlers.set(message, handler),
    pump: () => undefined,
  } as unknown as MessageWindow;

  readonly calls = {
    OpenClipboard: (owner: bigint | null) => {
      this.opened += 1;
      if (this.#openBy !== null || this.refusals-- > 0) return 0;
      this.#openBy = owner;
      return 1;
    },
    CloseClipboard: () => {
      this.#openBy = null;
      return 1;
    },
    EmptyClipboard: () => {
      this.formats.clear();
      this.owner = this.#openBy;
      return 1;
    },
    EnumClipboardFormats: (format: number) => {
      const all = [...this.formats.keys()];
      return all[format === 0 ? 0 : all.indexOf(format) + 1] ?? 0;
    },
    GetClipboardFormatNameW: (format: number, to: Buffer) =>
      to.write(`${this.names.get(format) ?? ''}\0`, 'utf16le') - 2,
    GetClipboardData: Object.assign((format: number) => this.#handleOf(format), { async: () => undefined }),
    SetClipboardData: (format: number, memory: bigint | null) => {
      this.formats.set(format, memory === null ? null : (this.#memory.get(memory) ?? null));
      return memory;
    },
    RegisterClipboardFormatW: (name: string) => {
      const known = [...this.names].find(([, one]) => one === name)?.[0];
      const format = known ?? 0xc100 + this.names.size;
      this.names.set(format, name);
      return format;
    },
    GetClipboardOwner: () => this.owner,
    GlobalAlloc: (_flags: number, size: number) => {
      this.#memory.set(++this.#next, Buffer.alloc(size));
      return this.#next;
    },
    GlobalFree: () => null,
    GlobalLock: (handle: bigint) => (this.#memory.has(handle) ? handle : null),
    GlobalUnlock: () => 1,
    GlobalSize: (handle: bigint) => this.#memory.get(handle)?.length ?? 0,
    read: (address: bigint, size: number) =>
      Buffer.from((this.#memory.get(address) ?? Buffer.alloc(0)).subarray(0, size)),
    write: (address: bigint, bytes: Buffer) => {
      bytes.copy(this.#memory.get(address) ?? Buffer.alloc(0));
    },
  };

  /** Another program copies. */
  copy(formats: ReadonlyMap<number, Buffer>): void {
    this.formats.clear();
    for (const [format, bytes] of formats) this.formats.set(format, bytes);
    this.owner = 88n;
  }

  /** Another program pastes: content that is not there yet is asked for. */
  paste(format: number): string | null {
    if (!this.formats.has(format)) return null;
    if (this.formats.get(format) === null) this.#handlers.get(0x305)?.(format, 0);
    return this.formats.get(format)?.toString('utf16le').replace(/\0$/, '') ?? null;
  }

  #handleOf(format: number): bigint | null {
    const bytes = this.formats.get(format);
    if (!bytes) return null;
    this.#memory.set(++this.#next, bytes);
    return this.#next;
  }
}
