import { RemoteError } from '../../../protocol/rpc/remote-error.ts';
import type { Clock } from '../../clock.ts';
import type { ClipboardContent, ClipboardPort, PasteOffer } from '../../desktop.ts';
import { CF, formatName, sortFormats } from './clipboard-formats.ts';
import { newMemory, readMemory } from './clipboard-memory.ts';
import type { Kernel32 } from './kernel32.ts';
import type { MessageWindow } from './message-window.ts';
import type { User32 } from './user32.ts';
import { wideBytes } from './wide-text.ts';

const KEPT_BYTES = 32 * 1024 * 1024;
const OPEN_TRIES = 10;
const OPEN_AGAIN_MS = 20;
const WM_RENDERFORMAT = 0x305;
const WM_RENDERALLFORMATS = 0x306;
/** Says to clipboard histories and to the cloud clipboard that this is not for them. */
const EXCLUDING = [
  'ExcludeClipboardContentFromMonitorProcessing',
  'CanIncludeInClipboardHistory',
  'CanUploadToCloudClipboard',
];

interface Saved extends ClipboardContent {
  formats: Map<number, Buffer>;
}

type Calls = Pick<
  User32,
  | 'OpenClipboard'
  | 'CloseClipboard'
  | 'EmptyClipboard'
  | 'EnumClipboardFormats'
  | 'GetClipboardFormatNameW'
  | 'GetClipboardData'
  | 'SetClipboardData'
  | 'RegisterClipboardFormatW'
  | 'GetClipboardOwner'
> &
  Pick<Kernel32, 'GlobalAlloc' | 'GlobalFree' | 'GlobalLock' | 'GlobalUnlock' | 'GlobalSize' | 'read' | 'write'>;

/** The clipboard. Our text is rendered when a program asks for it, which says that it was pasted. */
export class Win32Clipboard implements ClipboardPort {
  readonly #calls: Calls;
  readonly #window: MessageWindow;
  readonly #clock: Clock;
  #offered = '';
  #onRendered: () => void = () => undefined;

  constructor(calls: Calls, window: MessageWindow, clock: Clock) {
    this.#calls = calls;
    this.#window = window;
    this.#clock = clock;
    window.on(WM_RENDERFORMAT, (format) => {
      if (format === CF.unicodeText) this.#render();
      return 0;
    });
    window.on(WM_RENDERALLFORMATS, () => {
      if (calls.OpenClipboard(window.handle)) {
        if (this.#isOurs()) this.#render();
        calls.CloseClipboard();
      }
      return 0;
    });
  }

  async save(): Promise<ClipboardContent> {
    const saved: Saved = { lost: [], size: 0, formats: new Map() };
    await this.#whileOpen(() => {
      const { kept, lost } = sortFormats(this.#formats(), (format) => this.#nameOf(format));
      saved.lost = lost;
      for (const format of kept) this.#copy(format, saved);
    });
    return saved;
  }

  async offer(text: string): Promise<PasteOffer> {
    let isArmed = false;
    let servedAt: number | null = null;
    this.#offered = text.replaceAll(/\r?\n/g, '\r\n');
    this.#onRendered = () => {
      if (isArmed) servedAt = this.#clock.now();
    };
    await this.#whileOpen(() => {
      if (!this.#calls.EmptyClipboard()) throw unavailable();
      this.#calls.SetClipboardData(CF.unicodeText, null);
      for (const name of EXCLUDING) this.#put(this.#calls.RegisterClipboardFormatW(name), Buffer.alloc(4));
    });
    return {
      arm: () => {
        isArmed = true;
      },
      servedSince: () => {
        this.#window.pump();
        return servedAt === null ? null : this.#clock.now() - servedAt;
      },
      restore: (content) => this.#restore(content as Saved),
    };
  }

  /** Whoever copies something becomes the owner; then it is theirs and stays. */
  #isOurs(): boolean {
    return this.#calls.GetClipboardOwner() === this.#window.handle;
  }

  async #restore(saved: Saved): Promise<string | null> {
    const failed: string[] = [];
    const isOurs = await this.#whileOpen(() => {
      if (!this.#isOurs()) return false;
      this.#calls.EmptyClipboard();
      for (const [format, bytes] of saved.formats) if (!this.#put(format, bytes)) failed.push(this.#nameOf(format));
      return true;
    });
    if (!isOurs) return 'Something else was copied meanwhile, so the clipboard was left as it is.';
    const missing = [...saved.lost, ...failed];
    return missing.length > 0 ? `The clipboard came back without ${missing.join(', ')}.` : null;
  }

  /** A format that was asked for once is rendered for good. */
  #render(): void {
    this.#put(CF.unicodeText, wideBytes(this.#offered));
    this.#onRendered();
  }

  #put(format: number, bytes: Buffer): boolean {
    const memory = newMemory(this.#calls, bytes);
    if (!memory) return false;
    if (this.#calls.SetClipboardData(format, memory)) return true;
    this.#calls.GlobalFree(memory);
    return false;
  }

  #copy(format: number, saved: Saved): void {
    const handle = this.#calls.GetClipboardData(format);
    const bytes = handle && readMemory(this.#calls, handle, KEPT_BYTES - saved.size);
    if (!bytes) {
      saved.lost.push(this.#nameOf(format));
      return;
    }
    saved.formats.set(format, bytes);
    saved.size += bytes.length;
  }

  #formats(): number[] {
    const formats: number[] = [];
    for (let format = this.#calls.EnumClipboardFormats(0); format; format = this.#calls.EnumClipboardFormats(format))
      formats.push(format);
    return formats;
  }

  #nameOf(format: number): string {
    return formatName((name, units) => this.#calls.GetClipboardFormatNameW(format, name, units), format);
  }

  /** Other programs hold the clipboard for moments; after 200 ms it counts as unusable. */
  async #whileOpen<T>(task: () => T): Promise<T> {
    for (let i = 0; i < OPEN_TRIES; i++) {
      if (i > 0) await this.#clock.sleep(OPEN_AGAIN_MS);
      if (!this.#calls.OpenClipboard(this.#window.handle)) continue;
      try {
        return task();
      } finally {
        this.#calls.CloseClipboard();
      }
    }
    throw unavailable();
  }
}

function unavailable(): RemoteError {
  return new RemoteError('clipboard_unavailable', 'Another program does not let go of the clipboard.');
}
