import type { Handle, User32 } from './user32.ts';

const CLASS_NAME = 'FermixHelper';
const CLASS_BYTES = 80;
const MESSAGE_ONLY = -3n;
const REMOVE = 1;
/** MSG is 48 bytes on 64-bit Windows. */
const MESSAGE_BYTES = 48;
/** One turn never holds up the event loop for long. */
const MOST_AT_ONCE = 200;

/** Answers a message; the value goes back to the sender. Undefined leaves it to the system. */
export type MessageHandler = (wide: number, parameter: number | bigint) => number | undefined;

type Calls = Pick<
  User32,
  | 'keepText'
  | 'registerWindowProc'
  | 'RegisterClassExW'
  | 'CreateWindowExW'
  | 'DestroyWindow'
  | 'DefWindowProcW'
  | 'PeekMessageW'
  | 'DispatchMessageW'
>;

/** A window that is never seen: clipboard requests and raw input are sent to it. Pumped from the event loop. */
export class MessageWindow {
  readonly handle: Handle;
  readonly #calls: Calls;
  readonly #handlers = new Map<number, MessageHandler>();
  readonly #message = Buffer.alloc(MESSAGE_BYTES);

  private constructor(calls: Calls) {
    this.#calls = calls;
    const description = Buffer.alloc(CLASS_BYTES);
    description.writeUInt32LE(CLASS_BYTES, 0);
    description.writeBigUInt64LE(calls.registerWindowProc(this.#answer), 8);
    description.writeBigUInt64LE(calls.keepText(CLASS_NAME), 64);
    calls.RegisterClassExW(description);
    const handle = calls.CreateWindowExW(0, CLASS_NAME, null, 0, 0, 0, 0, 0, MESSAGE_ONLY, null, null, null);
    if (handle === null) throw new Error('Windows did not make a window for messages.');
    this.handle = handle;
  }

  static open(calls: Calls): MessageWindow {
    return new MessageWindow(calls);
  }

  on(message: number, handler: MessageHandler): void {
    this.#handlers.set(message, handler);
  }

  /** Handles what has arrived. Messages that other programs wait for are answered in here as well. */
  pump(): void {
    for (let i = 0; i < MOST_AT_ONCE && this.#calls.PeekMessageW(this.#message, null, 0, 0, REMOVE); i++)
      this.#calls.DispatchMessageW(this.#message);
  }

  close(): void {
    this.#calls.DestroyWindow(this.handle);
  }

  readonly #answer = (
    window: Handle | null,
    message: number,
    wide: number | bigint,
    parameter: number | bigint,
  ): number | bigint => {
    try {
      const answer = this.#handlers.get(message)?.(Number(wide), parameter);
      if (answer !== undefined) return answer;
    } catch {
      // An error must not travel through the system's call; whoever waits gets nothing.
      return 0;
    }
    return this.#calls.DefWindowProcW(window, message, wide, parameter);
  };
}
