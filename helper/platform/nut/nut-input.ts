import { RemoteError } from '../../../protocol/rpc/remote-error.ts';
import type { HeldItem, InputPort, Modifier, Point, Stroke } from '../../desktop.ts';
import type { Libnut } from './libnut.ts';

/** libnut's names of the chord grammar's keys and of the modifiers. */
const KEYS: Record<string, string> = {
  enter: 'return',
  tab: 'tab',
  escape: 'escape',
  space: 'space',
  backspace: 'backspace',
  delete: 'delete',
  insert: 'insert',
  up: 'up',
  down: 'down',
  left: 'left',
  right: 'right',
  home: 'home',
  end: 'end',
  pageup: 'pageup',
  pagedown: 'pagedown',
};
const BUTTONS = { 1: 'left', 2: 'middle', 3: 'right' } as const;
/** Wheel buttons as amounts of x and y, in notches; libnut's positive y is up and positive x is right. */
const WHEEL: Record<number, readonly [number, number]> = { 4: [0, 1], 5: [0, -1], 6: [-1, 0], 7: [1, 0] };
/** Codes from here on are characters, typed whole at the press. */
const CHARACTER = 0x10000;

/** Input through nut-js's native layer. Not yet run on hardware. */
export class NutInput implements InputPort {
  readonly #libnut: Libnut;
  readonly #modifiers: Record<Modifier, string>;

  constructor(libnut: Libnut, platform: 'darwin' | 'win32') {
    this.#libnut = libnut;
    this.#modifiers = { cmd: platform === 'darwin' ? 'cmd' : 'win', ctrl: 'control', alt: 'alt', shift: 'shift' };
  }

  movePointer(point: Point): void {
    this.#libnut.moveMouse(point.x, point.y);
  }

  pointer(): Point {
    return this.#libnut.getMousePos();
  }

  post(item: HeldItem, down: boolean): void {
    const state = down ? 'down' : 'up';
    if (item.kind === 'key' && item.code >= CHARACTER) {
      if (down) this.#libnut.typeString(String.fromCodePoint(item.code - CHARACTER));
    } else if (item.kind === 'key') this.#libnut.keyToggle(item.name, state);
    else this.#button(item.code, state);
  }

  button(number: number): HeldItem {
    return { kind: 'button', code: number, name: `button ${number}` };
  }

  modifier(name: Modifier): HeldItem {
    return { kind: 'key', code: 0, name: this.#modifiers[name] };
  }

  async keyStroke(key: string): Promise<Stroke | null> {
    const name = KEYS[key] ?? (/^(f\d+|[a-z0-9])$/.test(key) ? key : null);
    if (name) return { key: { kind: 'key', code: 0, name }, modifiers: [] };
    return characterStroke(key);
  }

  async textStrokes(characters: readonly string[]): Promise<(Stroke | null)[]> {
    const named: Record<string, string> = { '\n': 'return', '\t': 'tab' };
    return characters.map((one) => {
      const name = named[one];
      return name ? { key: { kind: 'key', code: 0, name }, modifiers: [] } : characterStroke(one);
    });
  }

  textRoom(): { fits(character: string): boolean; spare: number } {
    return { fits: () => true, spare: 0 };
  }

  /** Characters are sent as such here, whatever the lock says. */
  withoutCapsLock<T>(task: () => Promise<T>): Promise<T> {
    return task();
  }

  /** libnut does not say what is down. */
  heldByOthers(): string[] {
    return [];
  }

  flush(): void {}

  #button(code: number, state: 'down' | 'up'): void {
    const wheel = WHEEL[code];
    if (wheel) {
      if (state === 'down') this.#libnut.scrollMouse(...wheel);
      return;
    }
    const name = code === 1 || code === 2 || code === 3 ? BUTTONS[code] : null;
    if (!name) throw new RemoteError('not_delivered', `There is no mouse button ${code}.`);
    this.#libnut.mouseToggle(state, name);
  }
}

function characterStroke(character: string): Stroke | null {
  const codePoint = character.codePointAt(0);
  if (codePoint === undefined) return null;
  return { key: { kind: 'key', code: CHARACTER + codePoint, name: 'character' }, modifiers: [] };
}
