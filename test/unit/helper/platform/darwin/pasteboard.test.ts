import { beforeEach, describe, expect, it } from 'vitest';
import { CfReader } from '../../../../../helper/platform/darwin/cf-values.ts';
import type { ObjectiveC, ProvideMethod } from '../../../../../helper/platform/darwin/objective-c.ts';
import { Pasteboard } from '../../../../../helper/platform/darwin/pasteboard.ts';
import { FakeCoreFoundation } from '../../../../support/native/fake-core-foundation.ts';

const TEXT = 'public.utf8-plain-text';
type Item = Map<string, Buffer | 'promised by a provider'>;

/** AppKit's pasteboard behind messages to objects: items with types, a change count, providers that are asked late. */
class FakePasteboard implements ObjectiveC {
  items: Item[] = [];
  changeCount = 7;
  canMakeClass = true;
  pools = 0;
  readonly cf: FakeCoreFoundation;
  readonly #board: bigint;
  readonly #made = new Map<bigint, Item>();
  #method: ProvideMethod | null = null;

  constructor(cf: FakeCoreFoundation) {
    this.cf = cf;
    this.#board = cf.lend({ kind: 'board' });
  }

  classNamed(name: string): bigint | null {
    return this.cf.lend({ kind: 'class', name });
  }

  send(receiver: bigint, selector: string, ...objects: bigint[]): bigint | null {
    const { name } = this.cf.get(receiver) as { name?: string };
    if (selector === 'generalPasteboard' && name === 'NSPasteboard') return this.#board;
    if (selector === 'pasteboardItems') return this.cf.arrayOfRefs(this.items.map((item) => this.#refOf(item)));
    if (selector === 'alloc')
      return name === 'NSPasteboardItem' ? this.#refOf(new Map()) : this.cf.lend({ kind: 'object' });
    if (selector === 'init') return receiver;
    if (selector === 'types') return this.cf.lend([...(this.#made.get(receiver)?.keys() ?? [])]);
    if (selector === 'dataForType:') return this.#data(receiver, objects[0] ?? 0n);
    if (selector === 'release') return null;
    if (selector !== 'clearContents') throw new Error(`no message ${selector}`);
    this.items = [];
    this.changeCount += 1;
    return null;
  }

  sendForNumber(receiver: bigint, selector: string): number {
    return receiver === this.#board && selector === 'changeCount' ? this.changeCount : -1;
  }

  sendForTruth(receiver: bigint, selector: string, ...objects: bigint[]): boolean {
    const [first = 0n, second = 0n] = objects;
    const item = this.#made.get(receiver);
    if (selector === 'setData:forType:') item?.set(this.cf.get(second) as string, this.cf.get(first) as Buffer);
    else if (selector === 'setDataProvider:forTypes:')
      for (const type of this.cf.members(second)) item?.set(this.cf.get(type) as string, 'promised by a provider');
    else if (selector === 'writeObjects:')
      this.items = this.cf.members(first).map((one) => this.#made.get(one) ?? new Map());
    else throw new Error(`no message ${selector}`);
    return true;
  }

  inPool<T>(task: () => T): T {
    this.pools += 1;
    return task();
  }

  newProvider(_name: string, protocol: string, selector: string, method: ProvideMethod): bigint | null {
    expect([protocol, selector]).toEqual(['NSPasteboardItemDataProvider', 'pasteboard:item:provideDataForType:']);
    this.#method = method;
    return this.canMakeClass ? this.cf.lend({ kind: 'class', name: 'provider' }) : null;
  }

  /** Another program pastes. */
  paste(type: string): string | null {
    const item = this.items.find((one) => one.has(type));
    if (!item) return null;
    if (item.get(type) === 'promised by a provider')
      this.#method?.(null, null, this.#board, this.#refOf(item), this.cf.lend(type));
    return item.get(type)?.toString() ?? null;
  }

  copy(...items: Item[]): void {
    this.items = items;
    this.changeCount += 1;
  }

  #refOf(item: Item): bigint {
    const ref = this.cf.lend({ kind: 'item' });
    this.#made.set(ref, item);
    return ref;
  }

  #data(item: bigint, type: bigint): bigint | null {
    const bytes = this.#made.get(item)?.get(this.cf.get(type) as string);
    return Buffer.isBuffer(bytes) ? this.cf.lend(bytes) : null;
  }
}

let system: FakePasteboard;
let pasteboard: Pasteboard;
let now: number;

beforeEach(() => {
  now = 0;
  system = new FakePasteboard(new FakeCoreFoundation());
  system.copy(
    new Map([
      [TEXT, Buffer.from('before')],
      ['public.png', Buffer.alloc(50, 3)],
    ]),
    new Map([['public.file-url', Buffer.from('file:///a')]]),
  );
  const clock = { now: () => now, sleep: async () => undefined };
  pasteboard = new Pasteboard(system, system.cf.calls, new CfReader(system.cf.calls), { clock, turn: () => undefined });
});

describe('a paste', () => {
  it('gives back every item with all its types', async () => {
    const before = structuredClone(system.items.map((one) => [...one]));
    const saved = await pasteboard.save();
    expect(saved).toMatchObject({ lost: [], size: 6 + 50 + 9 });
    const offer = await pasteboard.offer('ours');
    expect(system.paste(TEXT)).toBe('ours');
    expect(await offer.restore(saved)).toBeNull();
    expect(system.items.map((one) => [...one].map(([type, bytes]) => [type, Buffer.from(bytes)]))).toEqual(
      before.map((one) => one.map(([type, bytes]) => [type, Buffer.from(bytes)])),
    );
  });

  it('hands the text out when it is asked for after the chord, and says when', async () => {
    const offer = await pasteboard.offer('ours é😀');
    expect(system.items[0]?.get(TEXT)).toBe('promised by a provider');
    offer.arm();
    expect(offer.servedSince()).toBeNull();
    now = 30;
    expect(system.paste(TEXT)).toBe('ours é😀');
    now = 90;
    expect(offer.servedSince()).toBe(60);
  });

  it('marks the text as passing and hidden for histories', async () => {
    await pasteboard.offer('ours');
    expect([...(system.items[0]?.keys() ?? [])]).toEqual([
      'org.nspasteboard.TransientType',
      'org.nspasteboard.ConcealedType',
      TEXT,
    ]);
  });

  it('puts the text there at once where no provider can be made', async () => {
    system.canMakeClass = false;
    const offer = await pasteboard.offer('ours');
    expect(system.items[0]?.get(TEXT)).toEqual(Buffer.from('ours'));
    offer.arm();
    expect(offer.servedSince()).toBeNull();
  });

  it('leaves alone what somebody else copied meanwhile', async () => {
    const saved = await pasteboard.save();
    const offer = await pasteboard.offer('ours');
    system.copy(new Map([[TEXT, Buffer.from('theirs')]]));
    expect(await offer.restore(saved)).toMatch(/Something else was copied/);
    expect(system.paste(TEXT)).toBe('theirs');
  });

  it('says what cannot come back: promised files, and what is too large', async () => {
    system.copy(
      new Map<string, Buffer>([
        ['com.apple.pasteboard.promised-file-url', Buffer.from('x')],
        ['big', Buffer.alloc(33 * 1024 * 1024)],
      ]),
    );
    const saved = await pasteboard.save();
    const offer = await pasteboard.offer('ours');
    expect(await offer.restore(saved)).toBe(
      'The clipboard came back without com.apple.pasteboard.promised-file-url, big.',
    );
  });

  it('works in a pool of its own each time and owns nothing afterwards but its provider', async () => {
    const saved = await pasteboard.save();
    const list = system.cf.owned;
    const offer = await pasteboard.offer('ours');
    await offer.restore(saved);
    expect(system.pools).toBe(3);
    expect(system.cf.owned).toBe(list);
  });

  it('empties a pasteboard that was empty', async () => {
    system.copy();
    const saved = await pasteboard.save();
    const offer = await pasteboard.offer('ours');
    expect(await offer.restore(saved)).toBeNull();
    expect(system.items).toEqual([]);
  });
});
