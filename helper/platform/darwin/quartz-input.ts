import { RemoteError } from '../../../protocol/rpc/remote-error.ts';
import type { HeldItem, InputPort, Modifier, Point, Stroke } from '../../desktop.ts';
import { ClickCount } from './click-count.ts';
import type { CoreFoundation, Ref } from './core-foundation.ts';
import type { CoreGraphics } from './core-graphics.ts';
import { FLAGS, HELD_FLAGS, MODIFIER_KEYS, modifierOf, namedKey, ownFlags } from './key-codes.ts';
import type { LayoutKey } from './keyboard-layout.ts';
import { BUTTONS, EVENT, FIELD, HID_TAP, STAMP, STATE, WHEEL } from './quartz-events.ts';

/** Codes from here on are characters without a key. */
const CHARACTER = 0x10000;
const LINES = 1;
const BUTTON_NUMBERS = [1, 2, 3] as const;

export type QuartzInputCalls = Pick<
  CoreGraphics,
  | 'CGEventSourceCreate'
  | 'CGEventSourceSetUserData'
  | 'CGEventSourceSetLocalEventsSuppressionInterval'
  | 'CGEventSourceButtonState'
  | 'CGEventSourceFlagsState'
  | 'CGEventCreate'
  | 'CGEventGetLocation'
  | 'CGEventCreateMouseEvent'
  | 'CGEventCreateKeyboardEvent'
  | 'CGEventCreateScrollWheelEvent2'
  | 'CGEventSetIntegerValueField'
  | 'CGEventSetFlags'
  | 'CGEventKeyboardSetUnicodeString'
  | 'CGEventPost'
  | 'CGWarpMouseCursorPosition'
> &
  Pick<CoreFoundation, 'CFRelease'>;

export interface QuartzGuards {
  /** Right before each event; throws where macOS would drop it. */
  posting(): void;
  /** Throws for a point whose display cannot be mapped. */
  point(at: Point): void;
  layout(): Map<string, LayoutKey>;
  now(): number;
}

/** Input through Quartz events. Points are global points of macOS. */
export class QuartzInput implements InputPort {
  readonly #calls: QuartzInputCalls;
  readonly #guards: QuartzGuards;
  readonly #source: Ref | null;
  readonly #clicks = new ClickCount();
  /** Buttons and modifiers that we hold: motion and flags depend on them, and live state lags behind. */
  readonly #buttons = new Set<number>();
  readonly #modifiers = new Set<Modifier>();

  constructor(calls: QuartzInputCalls, guards: QuartzGuards) {
    this.#calls = calls;
    this.#guards = guards;
    this.#source = calls.CGEventSourceCreate(STATE.combined);
    if (!this.#source) return;
    calls.CGEventSourceSetUserData(this.#source, STAMP);
    calls.CGEventSourceSetLocalEventsSuppressionInterval(this.#source, 0);
  }

  /**
   * A posted move is only queued: the pointer is also set at once, so that what follows does not read its old place.
   * With a button down the motion is a drag of that button.
   */
  movePointer(point: Point): void {
    this.#guards.point(point);
    const held = BUTTON_NUMBERS.find((number) => this.#buttons.has(number));
    const button = held === undefined ? null : BUTTONS[held];
    this.#post(
      this.#calls.CGEventCreateMouseEvent(this.#source, button?.dragged ?? EVENT.moved, point, button?.quartz ?? 0),
    );
    this.#calls.CGWarpMouseCursorPosition(point);
  }

  pointer(): Point {
    const event = this.#calls.CGEventCreate(null);
    if (!event) throw new RemoteError('helper_fault', 'macOS does not tell where the pointer is.');
    const { x, y } = this.#calls.CGEventGetLocation(event);
    this.#calls.CFRelease(event);
    return { x: Math.floor(x), y: Math.floor(y) };
  }

  post(item: HeldItem, down: boolean): void {
    if (item.kind === 'button') this.#button(item.code, down);
    else if (item.code >= CHARACTER) this.#character(item.code, down);
    else this.#key(item.code, down);
  }

  button(number: number): HeldItem {
    const name = BUTTONS[number]?.name ?? WHEEL[number]?.name ?? `${number}`;
    return { kind: 'button', code: number, name: `${name} button` };
  }

  modifier(name: Modifier): HeldItem {
    return { kind: 'key', ...MODIFIER_KEYS[name] };
  }

  async keyStroke(key: string): Promise<Stroke | null> {
    const code = namedKey(key);
    if (code !== null) return { key: { kind: 'key', code, name: key }, modifiers: [] };
    return this.#layoutStroke(key, this.#guards.layout()) ?? characterStroke(key);
  }

  async textStrokes(characters: readonly string[]): Promise<(Stroke | null)[]> {
    const layout = this.#guards.layout();
    const named: Record<string, string> = { '\n': 'enter', '\t': 'tab', ' ': 'space' };
    return Promise.all(
      characters.map(
        (one) => (named[one] ? this.keyStroke(named[one]) : this.#layoutStroke(one, layout)) ?? characterStroke(one),
      ),
    );
  }

  textRoom(): { fits(character: string): boolean; spare: number } {
    return { fits: () => true, spare: 0 };
  }

  /** Every event carries its own flags, and Caps Lock is not among them. */
  withoutCapsLock<T>(task: () => Promise<T>): Promise<T> {
    return task();
  }

  heldByOthers(ours: readonly HeldItem[]): string[] {
    const flags = Number(BigInt(this.#calls.CGEventSourceFlagsState(STATE.hardware)) & 0xffff_ffffn);
    const isOurs = (kind: HeldItem['kind'], code: number) => ours.some((one) => one.kind === kind && one.code === code);
    const keys = HELD_FLAGS.filter(({ bit, key }) => flags & bit && !isOurs('key', MODIFIER_KEYS[key].code));
    const buttons = BUTTON_NUMBERS.filter((number) => {
      const quartz = BUTTONS[number]?.quartz ?? 0;
      return this.#calls.CGEventSourceButtonState(STATE.hardware, quartz) !== 0 && !isOurs('button', number);
    });
    return [...keys.map(({ key }) => MODIFIER_KEYS[key].name), ...buttons.map((one) => this.button(one).name)];
  }

  /** Posting is synchronous as far as we can see; the target takes events from its queue. */
  flush(): void {}

  close(): void {
    if (this.#source) this.#calls.CFRelease(this.#source);
  }

  #button(number: number, down: boolean): void {
    const wheel = WHEEL[number];
    if (wheel) {
      if (down)
        this.#post(
          this.#calls.CGEventCreateScrollWheelEvent2(this.#source, LINES, 2, wheel.vertical, wheel.horizontal, 0),
        );
      return;
    }
    const button = BUTTONS[number];
    if (!button) throw new RemoteError('not_delivered', `There is no mouse button ${number}.`);
    const at = this.pointer();
    if (down) this.#guards.point(at);
    const type = down ? button.down : button.up;
    const event = this.#calls.CGEventCreateMouseEvent(this.#source, type, at, button.quartz);
    const count = down ? this.#clicks.press(number, at, this.#guards.now()) : this.#clicks.release(number);
    if (event) this.#calls.CGEventSetIntegerValueField(event, FIELD.clickState, count);
    // Noted before the press, so that motion after a failed one is a drag too; that does no harm.
    if (down) this.#buttons.add(number);
    this.#post(event);
    if (!down) this.#buttons.delete(number);
  }

  #key(code: number, down: boolean): void {
    const modifier = modifierOf(code);
    if (modifier && down) this.#modifiers.add(modifier);
    if (modifier && !down) this.#modifiers.delete(modifier);
    this.#post(this.#calls.CGEventCreateKeyboardEvent(this.#source, code, down ? 1 : 0), ownFlags(code));
  }

  /** An event of no key in particular with the text it stands for; surrogate pairs go whole. */
  #character(code: number, down: boolean): void {
    const text = String.fromCodePoint(code - CHARACTER);
    const event = this.#calls.CGEventCreateKeyboardEvent(this.#source, 0, down ? 1 : 0);
    if (event) this.#calls.CGEventKeyboardSetUnicodeString(event, text.length, Buffer.from(text, 'utf16le'));
    this.#post(event);
  }

  /** Flags say what is held, exactly: programs read them instead of the keys. */
  #post(event: Ref | null, ownFlags = 0): void {
    if (!event) throw new RemoteError('not_delivered', 'macOS made no input event.');
    try {
      this.#guards.posting();
      let flags = ownFlags;
      for (const modifier of this.#modifiers) flags |= FLAGS[modifier];
      this.#calls.CGEventSetFlags(event, flags);
      this.#calls.CGEventPost(HID_TAP, event);
    } finally {
      this.#calls.CFRelease(event);
    }
  }

  #layoutStroke(character: string, layout: Map<string, LayoutKey>): Stroke | null {
    const found = layout.get(character);
    if (!found) return null;
    const modifiers = found.modifiers.map((name) => this.modifier(name));
    return { key: { kind: 'key', code: found.code, name: character }, modifiers };
  }
}

function characterStroke(character: string): Stroke | null {
  const codePoint = character.codePointAt(0);
  if (codePoint === undefined) return null;
  return { key: { kind: 'key', code: CHARACTER + codePoint, name: 'character' }, modifiers: [] };
}
