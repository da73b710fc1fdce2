import type { HumanInput } from '../native/human-input.ts';
import { newText } from './cf-values.ts';
import type { CoreFoundation, Ref } from './core-foundation.ts';
import type { CoreGraphics } from './core-graphics.ts';
import { ANY_INPUT, EVENT, FIELD, STAMP, STATE } from './quartz-events.ts';

const SESSION_TAP = 1;
const AT_THE_HEAD = 0;
const LISTEN_ONLY = 1;
const HEARD = [
  EVENT.leftDown,
  EVENT.leftUp,
  EVENT.rightDown,
  EVENT.rightUp,
  EVENT.moved,
  EVENT.leftDragged,
  EVENT.rightDragged,
  EVENT.keyDown,
  EVENT.keyUp,
  EVENT.flagsChanged,
  EVENT.scroll,
  EVENT.otherDown,
  EVENT.otherUp,
  EVENT.otherDragged,
];

export type TapCalls = Pick<
  CoreGraphics,
  'CGEventTapCreate' | 'CGEventTapEnable' | 'CGEventGetIntegerValueField' | 'registerTap'
> &
  Pick<
    CoreFoundation,
    | 'CFStringCreateWithCharacters'
    | 'CFMachPortCreateRunLoopSource'
    | 'CFMachPortInvalidate'
    | 'CFRunLoopGetCurrent'
    | 'CFRunLoopAddSource'
    | 'CFRunLoopRunInMode'
    | 'CFRelease'
  >;

/** The main thread's run loop, turned from Node's event loop: taps and the pasteboard answer in it. */
export class RunLoop {
  readonly #calls: TapCalls;
  readonly mode: Ref;
  #isTurning = false;

  constructor(calls: TapCalls) {
    this.#calls = calls;
    this.mode = newText(calls, 'kCFRunLoopDefaultMode');
  }

  /** Handles what has arrived, without waiting. */
  turn(): void {
    if (this.#isTurning) return;
    this.#isTurning = true;
    try {
      this.#calls.CFRunLoopRunInMode(this.mode, 0, 0);
    } finally {
      this.#isTurning = false;
    }
  }

  add(source: Ref): void {
    this.#calls.CFRunLoopAddSource(this.#calls.CFRunLoopGetCurrent(), source, this.mode);
  }
}

/**
 * Hears all input without changing it; events that carry our stamp are ours. Gives the function that ends it. Without the
 * grant there is no tap, and the idle counter is all there is.
 */
export function watchEvents(calls: TapCalls, loop: RunLoop, human: HumanInput): () => void {
  const mask = HEARD.reduce((sum, type) => sum + 2 ** type, 0);
  let port: Ref | null = null;
  const callback = calls.registerTap((_proxy, type, event) => {
    // macOS switches a tap off that answered late; it is switched on again.
    if (type === EVENT.tapDisabledByTimeout || type === EVENT.tapDisabledByInput) {
      if (port) calls.CGEventTapEnable(port, 1);
    } else if (event && Number(calls.CGEventGetIntegerValueField(event, FIELD.userData)) !== STAMP) human.human();
    return event;
  });
  port = calls.CGEventTapCreate(SESSION_TAP, AT_THE_HEAD, LISTEN_ONLY, mask, callback, null);
  const source = port && calls.CFMachPortCreateRunLoopSource(null, port, 0);
  if (!port || !source) return () => undefined;
  loop.add(source);
  calls.CGEventTapEnable(port, 1);
  human.isHearing = true;
  const open = port;
  return () => {
    calls.CFMachPortInvalidate(open);
    calls.CFRelease(source);
    calls.CFRelease(open);
  };
}

/** Milliseconds since any input of hardware or programs; null when macOS does not say. */
export function systemIdle(calls: Pick<CoreGraphics, 'CGEventSourceSecondsSinceLastEventType'>): number | null {
  const seconds = calls.CGEventSourceSecondsSinceLastEventType(STATE.hardware, ANY_INPUT);
  return Number.isFinite(seconds) && seconds >= 0 ? seconds * 1_000 : null;
}
