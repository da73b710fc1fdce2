import { RemoteError } from '../../../protocol/rpc/remote-error.ts';
import type { HeldItem, InputPort, Modifier, Point, Stroke } from '../../desktop.ts';
import type { Connection } from './connection.ts';
import { type KeyboardMap, KeyboardReader } from './keyboard-map.ts';
import { keyName, MODIFIER_KEYS } from './keysyms.ts';
import type { PostedInput } from './posted-input.ts';
import { SpareKeys } from './spare-keys.ts';

const BUTTON_NAMES = ['', 'left', 'middle', 'right', 'wheel up', 'wheel down', 'wheel left', 'wheel right'];
const LOCK = 2;
/** Core modifier bits that change what input means; Lock and NumLock do not count as held. */
const MODIFIER_BITS = [
  [1, 'Shift'],
  [4, 'Control'],
  [8, 'Alt'],
  [64, 'Super'],
] as const;
/** Buttons 1 to 3 in the state mask of XQueryPointer. */
const BUTTON_BITS = [
  [0x100, 1],
  [0x200, 2],
  [0x400, 3],
] as const;

/** Input through XTEST. Points are root pixels, which capture uses too. */
export class XTestInput implements InputPort {
  readonly #connection: Connection;
  readonly #keyboard: KeyboardReader;
  readonly #spare: SpareKeys;
  readonly #posted: PostedInput;
  #map: KeyboardMap | null = null;

  readonly #hear: () => void;

  /** `hear` hands out every raw event that the server has sent by now. */
  constructor(connection: Connection, posted: PostedInput, hasRead: () => Promise<boolean>, hear: () => void) {
    this.#connection = connection;
    this.#hear = hear;
    this.#keyboard = new KeyboardReader(connection);
    this.#spare = new SpareKeys(connection, hasRead);
    this.#posted = posted;
  }

  movePointer(point: Point): void {
    const { x, display, screen } = this.#connection;
    this.#posted.expect('motion', 0);
    if (!x.XTestFakeMotionEvent(display, screen, point.x, point.y, 0)) throw refused();
    this.flush();
  }

  pointer(): Point {
    const [x, y] = this.#query();
    return { x, y };
  }

  post(item: HeldItem, down: boolean): void {
    const { x, display } = this.#connection;
    this.#posted.expect(item.kind, item.code);
    const press = down ? 1 : 0;
    const accepted =
      item.kind === 'key'
        ? x.XTestFakeKeyEvent(display, item.code, press, 0)
        : x.XTestFakeButtonEvent(display, item.code, press, 0);
    if (!accepted) throw refused();
  }

  button(number: number): HeldItem {
    return { kind: 'button', code: number, name: `${BUTTON_NAMES[number] ?? number} button` };
  }

  modifier(name: Modifier): HeldItem {
    for (const key of MODIFIER_KEYS[name]) {
      const code = this.#keyboard.keyOf(this.#keyboard.keysym(key));
      if (code !== null) return { kind: 'key', code, name: key };
    }
    throw new RemoteError('not_delivered', `This keyboard has no ${name} key.`);
  }

  async keyStroke(key: string): Promise<Stroke | null> {
    const map = this.#read();
    const name = keyName(key);
    if (name) return map.named(this.#keyboard.keysym(name));
    const codePoint = key.codePointAt(0);
    if (codePoint === undefined) return null;
    return map.character(codePoint) ?? (await this.#spare.bind([codePoint])).get(codePoint) ?? null;
  }

  async textStrokes(characters: readonly string[]): Promise<(Stroke | null)[]> {
    const map = this.#read();
    const points = characters.map((one) => one.codePointAt(0) ?? 0);
    const missing = points.filter((one, i) => !isNamedCharacter(characters[i]) && !map.character(one));
    const bound = await this.#spare.bind(missing);
    return characters.map((one, i) => this.#characterStroke(map, bound, one, points[i] ?? 0));
  }

  textRoom(): { fits(character: string): boolean; spare: number } {
    const map = this.#read();
    const fits = (one: string) => isNamedCharacter(one) || map.character(one.codePointAt(0) ?? 0) !== null;
    return { fits, spare: this.#spare.size };
  }

  async withoutCapsLock<T>(task: () => Promise<T>): Promise<T> {
    const isOn = () => (this.#keyboard.state().lockedModifiers & LOCK) !== 0;
    if (!isOn()) return task();
    this.#tapCapsLock();
    try {
      return await task();
    } finally {
      if (!isOn()) this.#tapCapsLock();
    }
  }

  heldByOthers(ours: readonly HeldItem[]): string[] {
    const isOurs = (kind: HeldItem['kind'], test: (item: HeldItem) => boolean) =>
      ours.some((item) => item.kind === kind && test(item));
    const { baseModifiers } = this.#keyboard.state();
    const names: string[] = [];
    for (const [bit, name] of MODIFIER_BITS)
      if (baseModifiers & bit && !isOurs('key', (item) => item.name.startsWith(name))) names.push(name);
    const mask = this.#query()[2];
    for (const [bit, number] of BUTTON_BITS)
      if (mask & bit && !isOurs('button', (item) => item.code === number)) names.push(`${BUTTON_NAMES[number]} button`);
    return names;
  }

  flush(): void {
    this.#connection.sync();
    this.#connection.pump();
    this.#hear();
    this.#spare.touch();
  }

  close(): Promise<void> {
    return this.#spare.giveBack();
  }

  #read(): KeyboardMap {
    this.#map = this.#keyboard.read((code, keysyms) => this.#spare.owns(code, keysyms));
    this.#spare.adopt(this.#map.spare);
    return this.#map;
  }

  #characterStroke(
    map: KeyboardMap,
    bound: Map<number, Stroke | null>,
    character: string,
    codePoint: number,
  ): Stroke | null {
    if (character === '\n') return map.named(this.#keyboard.keysym('Return'));
    if (character === '\t') return map.named(this.#keyboard.keysym('Tab'));
    return bound.get(codePoint) ?? map.character(codePoint);
  }

  #tapCapsLock(): void {
    const code = this.#keyboard.keyOf(this.#keyboard.keysym('Caps_Lock'));
    if (code === null) return;
    const item: HeldItem = { kind: 'key', code, name: 'Caps_Lock' };
    this.post(item, true);
    this.post(item, false);
    this.flush();
  }

  /** x, y and the state mask of the pointer. */
  #query(): [number, number, number] {
    const { x, display, root } = this.#connection;
    const rootX: [number] = [0];
    const rootY: [number] = [0];
    const mask: [number] = [0];
    x.XQueryPointer(display, root, [0], [0], rootX, rootY, [0], [0], mask);
    return [rootX[0], rootY[0], mask[0]];
  }
}

const isNamedCharacter = (character: string | undefined) => character === '\n' || character === '\t';

function refused(): RemoteError {
  return new RemoteError('not_delivered', 'The X server did not accept the input event.');
}
