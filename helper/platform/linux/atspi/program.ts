import type { GlobalRectangle } from '../../../desktop.ts';
import type { Bus, CallLimits } from './bus.ts';
import {
  ACCESSIBLE,
  ACTION,
  APPLICATION,
  CACHE,
  CACHE_PATH,
  COLLECTION,
  COMPONENT,
  PROPERTIES,
  type Reference,
  ROOT_PATH,
  SCREEN_COORDINATES,
  TEXT,
  VALUE,
  WINDOW_COORDINATES,
} from './names.ts';
import { bitWords, type States } from './states.ts';

/** Words longer than this are no names. */
const LONGEST = 2_000;
/** Characters of a text that are read: more than are ever shown. */
const TEXT_READ = 200;
const MOST_ACTIONS = 20;
const ANY = 2;
const ALL = 1;

/** What an object tells of itself. */
export interface Description {
  name: string;
  description: string;
  parent: string | null;
}

/** One object of a program's cache. */
export interface CachedNode {
  path: string;
  parent: string;
  /** Place among its siblings. */
  index: number;
  /** How many it has, in the cache or not. */
  children: number;
  interfaces: string[];
  name: string;
  role: number;
  description: string;
  states: States;
}

/** Which objects to find: those that show all of `states` and have one of `roles` or of `interfaces`. */
export interface MatchRule {
  states: number[];
  roles: number[];
  interfaces: string[];
}

/**
 * One program on the accessibility bus. What it answers is taken for what anybody could have sent: everything that does
 * not have the expected shape counts as absent.
 */
export class Program {
  readonly bus: Bus;
  /** Its connection's name; never used again by another one. */
  readonly name: string;
  readonly limits: CallLimits;
  /** `gtk`, `GTK` (version 4 on), `Qt`, `Chromium` or what else it calls itself; empty until it was asked. */
  toolkit = '';

  constructor(bus: Bus, name: string, limits: CallLimits) {
    this.bus = bus;
    this.name = name;
    this.limits = limits;
  }

  #ask(path: string, face: string, member: string, signature?: string, body?: unknown[]): Promise<unknown[]> {
    const call = { bus: this.name, path, interface: face, member };
    return this.bus.call(signature ? { ...call, signature, body: body ?? [] } : call, this.limits);
  }

  async property(path: string, face: string, name: string): Promise<unknown> {
    return this.bus.plain((await this.#ask(path, PROPERTIES, 'Get', 'ss', [face, name]))[0]);
  }

  async askToolkit(): Promise<string> {
    return asText(await this.property(ROOT_PATH, APPLICATION, 'ToolkitName'));
  }

  /** GTK 4 knows no place on the screen and complains on its error output when it is asked for one. */
  get #coordinates(): number {
    return this.toolkit === 'GTK' ? WINDOW_COORDINATES : SCREEN_COORDINATES;
  }

  async children(path: string): Promise<string[]> {
    return this.#own((await this.#ask(path, ACCESSIBLE, 'GetChildren'))[0]);
  }

  async role(path: string): Promise<number> {
    return asNumber((await this.#ask(path, ACCESSIBLE, 'GetRole'))[0]);
  }

  async states(path: string): Promise<States> {
    return asStates((await this.#ask(path, ACCESSIBLE, 'GetState'))[0]);
  }

  async interfaces(path: string): Promise<string[]> {
    return asTexts((await this.#ask(path, ACCESSIBLE, 'GetInterfaces'))[0]);
  }

  async nameOf(path: string): Promise<string> {
    return asText(await this.property(path, ACCESSIBLE, 'Name'));
  }

  async descriptionOf(path: string): Promise<string> {
    return asText(await this.property(path, ACCESSIBLE, 'Description'));
  }

  async parent(path: string): Promise<string | null> {
    return this.#path(await this.property(path, ACCESSIBLE, 'Parent'));
  }

  /** One property at a time: asking for all at once ends a Qt 6 program. */
  async describe(path: string): Promise<Description> {
    const [name, description, parent] = await Promise.all([
      this.nameOf(path),
      this.descriptionOf(path),
      this.parent(path),
    ]);
    return { name, description, parent };
  }

  /** As the program counts; null when it has no place. */
  async extents(path: string): Promise<GlobalRectangle | null> {
    const answer = await this.#ask(path, COMPONENT, 'GetExtents', 'u', [this.#coordinates]);
    return asRectangle(answer[0]);
  }

  /** Names of an object's actions, in the order by which they are performed. */
  async actions(path: string): Promise<string[]> {
    const [list] = await this.#ask(path, ACTION, 'GetActions');
    if (!Array.isArray(list)) return [];
    const names = list.slice(0, MOST_ACTIONS).map((one) => asText(Array.isArray(one) ? one[0] : ''));
    // These are names for people; a browser has none, but does have names for programs.
    return Promise.all(names.map((name, i) => name || this.#actionName(path, i)));
  }

  async #actionName(path: string, index: number): Promise<string> {
    return asText((await this.#ask(path, ACTION, 'GetName', 'i', [index]))[0]);
  }

  async perform(path: string, index: number): Promise<boolean> {
    return (await this.#ask(path, ACTION, 'DoAction', 'i', [index]))[0] === true;
  }

  async text(path: string): Promise<string> {
    return asText((await this.#ask(path, TEXT, 'GetText', 'ii', [0, TEXT_READ]))[0]);
  }

  async number(path: string): Promise<number | null> {
    const value = await this.property(path, VALUE, 'CurrentValue');
    return typeof value === 'number' && Number.isFinite(value) ? value : null;
  }

  call(path: string, face: string, member: string, signature?: string, body?: unknown[]): Promise<unknown[]> {
    return this.#ask(path, face, member, signature, body);
  }

  /** The object's descendants that fit, in the order of the tree. */
  async matches(path: string, rule: MatchRule): Promise<string[]> {
    const words = [bitWords(rule.states, 2), ALL, {}, ALL, bitWords(rule.roles, 4)];
    const wanted = [
      ...words,
      rule.roles.length > 0 ? ANY : ALL,
      rule.interfaces,
      rule.interfaces.length > 0 ? ANY : ALL,
    ];
    const order = [[...wanted, false], 1, 0, true];
    return this.#own((await this.#ask(path, COLLECTION, 'GetMatches', '(aiia{ss}iaiiasib)uib', order))[0]);
  }

  async cache(): Promise<CachedNode[]> {
    const [items] = await this.#ask(CACHE_PATH, CACHE, 'GetItems');
    return Array.isArray(items) ? items.flatMap((item) => this.#cached(item)) : [];
  }

  #cached(item: unknown): CachedNode[] {
    if (!Array.isArray(item) || item.length < 10) return [];
    const [self, , parent, index, children, interfaces, name, role, description, states] = item;
    const path = this.#path(self);
    if (path === null) return [];
    const facts = {
      index: asNumber(index),
      children: asNumber(children),
      name: asText(name),
      role: asNumber(role),
      description: asText(description),
    };
    return [
      { path, parent: this.#path(parent) ?? '', interfaces: asTexts(interfaces), states: asStates(states), ...facts },
    ];
  }

  async at(path: string, x: number, y: number): Promise<string | null> {
    return this.#path((await this.#ask(path, COMPONENT, 'GetAccessibleAtPoint', 'iiu', [x, y, this.#coordinates]))[0]);
  }

  /** Paths of references that point into this program; others are not followed. */
  #own(list: unknown): string[] {
    return Array.isArray(list) ? list.flatMap((one) => this.#path(one) ?? []) : [];
  }

  #path(reference: unknown): string | null {
    const at = asReference(reference);
    return at && at.bus === this.name && !at.path.endsWith('/null') ? at.path : null;
  }
}

export function asReference(value: unknown): Reference | null {
  if (!Array.isArray(value)) return null;
  const [bus, path] = value;
  return typeof bus === 'string' && typeof path === 'string' ? { bus, path } : null;
}

function asText(value: unknown): string {
  return typeof value === 'string' ? value.slice(0, LONGEST) : '';
}

function asTexts(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
}

function asNumber(value: unknown): number {
  return typeof value === 'number' ? value : 0;
}

function asStates(value: unknown): States {
  const [low, high] = Array.isArray(value) ? value : [];
  return [asNumber(low), asNumber(high)];
}

/** Off-screen objects say INT_MIN; nothing is drawn where width or height is not positive. */
function asRectangle(value: unknown): GlobalRectangle | null {
  if (!Array.isArray(value)) return null;
  const [x, y, w, h] = value.map(asNumber);
  if (x === undefined || y === undefined || w === undefined || h === undefined) return null;
  const isSomewhere = Math.abs(x) < 1_000_000 && Math.abs(y) < 1_000_000;
  return isSomewhere && w > 0 && h > 0 ? { x, y, w, h } : null;
}
