import { RemoteError } from '../../../protocol/rpc/remote-error.ts';
import type { HeldItem, InputPort, Modifier, Point, Stroke } from '../../desktop.ts';
import {
  absolutePoint,
  characterRecords,
  INPUT_BYTES,
  KEY_FLAGS,
  keyRecord,
  MOUSE_FLAGS,
  mouseRecord,
} from './input-records.ts';
import { HELD_KEYS, isExtended, MODIFIER_KEYS, namedKey } from './key-codes.ts';
import type { User32 } from './user32.ts';

/** Codes from here on are characters, sent whole at the press. */
const CHARACTER = 0x10000;
const NOTCH = 120;
const BUTTONS: Record<number, { down: number; up: number; name: string; key: number }> = {
  1: { down: MOUSE_FLAGS.leftDown, up: MOUSE_FLAGS.leftUp, name: 'left', key: 0x01 },
  2: { down: MOUSE_FLAGS.middleDown, up: MOUSE_FLAGS.middleUp, name: 'middle', key: 0x04 },
  3: { down: MOUSE_FLAGS.rightDown, up: MOUSE_FLAGS.rightUp, name: 'right', key: 0x02 },
};
/** Wheel buttons of the port: up and right are positive. */
const WHEEL: Record<number, { flags: number; amount: number; name: string }> = {
  4: { flags: MOUSE_FLAGS.wheel, amount: NOTCH, name: 'wheel up' },
  5: { flags: MOUSE_FLAGS.wheel, amount: -NOTCH, name: 'wheel down' },
  6: { flags: MOUSE_FLAGS.sideWheel, amount: -NOTCH, name: 'wheel left' },
  7: { flags: MOUSE_FLAGS.sideWheel, amount: NOTCH, name: 'wheel right' },
};
/** SM_XVIRTUALSCREEN and the three after it. */
const VIRTUAL_SCREEN = { x: 76, y: 77, width: 78, height: 79 } as const;
const SWAP_BUTTONS = 23;
const VK_TO_SCAN = 0;
const SHIFT_STATES = [
  [1, 'shift'],
  [2, 'ctrl'],
  [4, 'alt'],
] as const;

export type InputCalls = Pick<
  User32,
  | 'SendInput'
  | 'GetCursorPos'
  | 'SetCursorPos'
  | 'GetSystemMetrics'
  | 'GetAsyncKeyState'
  | 'MapVirtualKeyW'
  | 'VkKeyScanExW'
  | 'GetKeyboardLayout'
>;

/** What input has to know of its target; each may throw a refusal. */
export interface InputGuards {
  /** Right before a press at the pointer. */
  pointer(at: Point): void;
  /** Right before a press of a key. */
  focus(): void;
  /** Right before each post. */
  posting(): void;
  /** Thread of the window that gets keys; its layout decides. */
  focusThread(): number;
}

/** Input through SendInput. Points are physical pixels of the virtual desktop. */
export class SendInputPort implements InputPort {
  readonly #calls: InputCalls;
  readonly #guards: InputGuards;

  constructor(calls: InputCalls, guards: InputGuards) {
    this.#calls = calls;
    this.#guards = guards;
  }

  movePointer(point: Point): void {
    const [width, height] = [this.#metric('width'), this.#metric('height')];
    const { x, y } = absolutePoint(point, { x: this.#metric('x'), y: this.#metric('y'), width, height });
    const flags = MOUSE_FLAGS.move | MOUSE_FLAGS.absolute | MOUSE_FLAGS.virtualDesktop;
    this.#send(mouseRecord(flags, 0, x, y));
    const at = this.pointer();
    // Rounding of very wide desktops: the pointer is set to the very pixel.
    if (at.x !== point.x || at.y !== point.y) this.#calls.SetCursorPos(point.x, point.y);
  }

  pointer(): Point {
    const bytes = Buffer.alloc(8);
    if (!this.#calls.GetCursorPos(bytes))
      throw new RemoteError('secure_desktop', 'Windows does not tell where the pointer is.');
    return { x: bytes.readInt32LE(0), y: bytes.readInt32LE(4) };
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
    return this.#layoutStroke(key) ?? characterStroke(key);
  }

  async textStrokes(characters: readonly string[]): Promise<(Stroke | null)[]> {
    const named: Record<string, string> = { '\n': 'enter', '\t': 'tab' };
    return Promise.all(characters.map((one) => (named[one] ? this.keyStroke(named[one]) : characterStroke(one))));
  }

  textRoom(): { fits(character: string): boolean; spare: number } {
    return { fits: () => true, spare: 0 };
  }

  /** Characters are sent as such here, whatever the lock says. */
  withoutCapsLock<T>(task: () => Promise<T>): Promise<T> {
    return task();
  }

  heldByOthers(ours: readonly HeldItem[]): string[] {
    const isDown = (code: number) => (this.#calls.GetAsyncKeyState(code) & 0x8000) !== 0;
    const isOurs = (kind: HeldItem['kind'], code: number) => ours.some((one) => one.kind === kind && one.code === code);
    const keys = HELD_KEYS.filter(({ codes }) => codes.some((code) => isDown(code) && !isOurs('key', code)));
    const buttons = Object.entries(BUTTONS).filter(([, { key }]) => isDown(this.#physical(key)));
    const foreign = buttons.filter(([number]) => !isOurs('button', Number(number)));
    return [...keys.map(({ name }) => name), ...foreign.map(([, { name }]) => `${name} button`)];
  }

  /** SendInput is synchronous. */
  flush(): void {}

  /** With swapped buttons the state is kept by the physical button, while events name the logical one. */
  #physical(key: number): number {
    if (!this.#calls.GetSystemMetrics(SWAP_BUTTONS) || key === 0x04) return key;
    return key === 0x01 ? 0x02 : 0x01;
  }

  #button(number: number, down: boolean): void {
    const wheel = WHEEL[number];
    if (wheel) {
      if (!down) return;
      this.#guards.pointer(this.pointer());
      this.#send(mouseRecord(wheel.flags, wheel.amount));
      return;
    }
    const button = BUTTONS[number];
    if (!button) throw new RemoteError('not_delivered', `There is no mouse button ${number}.`);
    if (down) this.#guards.pointer(this.pointer());
    // With swapped buttons Windows takes the physical one and swaps it.
    const isSwapped = number !== 2 && this.#calls.GetSystemMetrics(SWAP_BUTTONS) !== 0;
    const sent = isSwapped ? BUTTONS[number === 1 ? 3 : 1] : button;
    this.#send(mouseRecord((down ? sent?.down : sent?.up) ?? 0));
  }

  #key(code: number, down: boolean): void {
    if (down) this.#guards.focus();
    const scan = this.#calls.MapVirtualKeyW(code, VK_TO_SCAN);
    const flags = (isExtended(code) ? KEY_FLAGS.extended : 0) | (down ? 0 : KEY_FLAGS.up);
    this.#send(keyRecord(code, scan, flags));
  }

  #character(code: number, down: boolean): void {
    if (!down) return;
    this.#guards.focus();
    this.#send(characterRecords(String.fromCodePoint(code - CHARACTER)));
  }

  /** The key of a character on the layout of the window that has the focus; null when it has none. */
  #layoutStroke(character: string): Stroke | null {
    if (character.length !== 1) return null;
    const layout = this.#calls.GetKeyboardLayout(this.#guards.focusThread());
    const found = this.#calls.VkKeyScanExW(character.charCodeAt(0), layout);
    const [code, state] = [found & 0xff, (found >> 8) & 0xff];
    if (found === -1 || code === 0xff || state > 7) return null;
    const modifiers = SHIFT_STATES.filter(([bit]) => state & bit).map(([, name]) => this.modifier(name));
    return { key: { kind: 'key', code, name: character }, modifiers };
  }

  #metric(name: keyof typeof VIRTUAL_SCREEN): number {
    return this.#calls.GetSystemMetrics(VIRTUAL_SCREEN[name]);
  }

  /** Windows takes a batch whole or, when something keeps input from it, less of it, and says how much. */
  #send(records: Buffer): void {
    this.#guards.posting();
    const count = records.length / INPUT_BYTES;
    const taken = this.#calls.SendInput(count, records, INPUT_BYTES);
    if (taken === count) return;
    throw new RemoteError('not_delivered', `Windows took ${taken} of ${count} input events.`, { taken, count });
  }
}

function characterStroke(character: string): Stroke | null {
  const codePoint = character.codePointAt(0);
  if (codePoint === undefined) return null;
  return { key: { kind: 'key', code: CHARACTER + codePoint, name: 'character' }, modifiers: [] };
}
