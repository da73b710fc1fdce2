import { binder, type Koffi, type Pointer } from '../native/koffi.ts';

const PATH = '/usr/lib/libobjc.A.dylib';
const APP_KIT = '/System/Library/Frameworks/AppKit.framework/AppKit';

type R = Pointer | null;
/** A method of ours: it gets the object, the selector and three objects. */
export type ProvideMethod = (self: R, selector: R, first: R, second: R, third: R) => void;

/** Messages to objects. Each form of a message has its own C signature. */
export interface ObjectiveC {
  /** A class; null when this macOS does not have it. */
  classNamed(name: string): Pointer | null;
  /** A message with up to two objects that gives an object. */
  send(receiver: Pointer, selector: string, ...objects: Pointer[]): Pointer | null;
  /** A message that gives a whole number. */
  sendForNumber(receiver: Pointer, selector: string): number;
  /** A message with two objects that gives YES or NO. */
  sendForTruth(receiver: Pointer, selector: string, ...objects: Pointer[]): boolean;
  /** Objects that are made meanwhile and belong to nobody go away afterwards. */
  inPool<T>(task: () => T): T;
  /** A new class of objects that answer one message; null when it could not be made. */
  newProvider(name: string, protocol: string, selector: string, method: ProvideMethod): Pointer | null;
}

export function loadObjectiveC(koffi: Koffi): ObjectiveC {
  const c = binder(koffi, PATH);
  koffi.load(APP_KIT);
  const find = c<(name: string) => R>('void *objc_getClass(const char *name)');
  const selectorOf = c<(name: string) => Pointer>('void *sel_registerName(const char *name)');
  const push = c<() => R>('void *objc_autoreleasePoolPush()');
  const pop = c<(pool: R) => void>('void objc_autoreleasePoolPop(void *pool)');
  type Send = (receiver: Pointer, selector: Pointer, ...objects: Pointer[]) => R;
  type SendNumber = (receiver: Pointer, selector: Pointer) => number | bigint;
  type SendTruth = (receiver: Pointer, selector: Pointer, first: R, second: R) => number;
  const sends: Send[] = [
    c<Send>('void *objc_msgSend(void *receiver, void *selector)'),
    c<Send>('void *objc_msgSend(void *receiver, void *selector, void *first)'),
    c<Send>('void *objc_msgSend(void *receiver, void *selector, void *first, void *second)'),
  ];
  const sendNumber = c<SendNumber>('long objc_msgSend(void *receiver, void *selector)');
  const sendTruth = c<SendTruth>('uint8 objc_msgSend(void *receiver, void *selector, void *first, void *second)');
  const selectors = new Map<string, Pointer>();
  const selector = (name: string) => {
    const known = selectors.get(name) ?? selectorOf(name);
    selectors.set(name, known);
    return known;
  };
  return {
    classNamed: (name) => find(name),
    send: (receiver, name, ...objects) => sends[objects.length]?.(receiver, selector(name), ...objects) ?? null,
    sendForNumber: (receiver, name) => Number(sendNumber(receiver, selector(name))),
    sendForTruth: (receiver, name, first, second) =>
      sendTruth(receiver, selector(name), first ?? null, second ?? null) !== 0,
    inPool: (task) => {
      const pool = push();
      try {
        return task();
      } finally {
        pop(pool);
      }
    },
    newProvider: (name, protocol, method, answer) =>
      newClass(koffi, { find, selector }, { name, protocol, method, answer }),
  };
}

function newClass(
  koffi: Koffi,
  { find, selector }: { find(name: string): R; selector(name: string): Pointer },
  wanted: { name: string; protocol: string; method: string; answer: ProvideMethod },
): Pointer | null {
  const c = binder(koffi, PATH);
  const allocate = c<(parent: R, name: string, extra: number) => R>(
    'void *objc_allocateClassPair(void *parent, const char *name, size_t extra)',
  );
  const addMethod = c<(kind: Pointer, selector: Pointer, method: Pointer, types: string) => number>(
    'uint8 class_addMethod(void *kind, void *selector, void *method, const char *types)',
  );
  const addProtocol = c<(kind: Pointer, protocol: Pointer) => number>(
    'uint8 class_addProtocol(void *kind, void *protocol)',
  );
  const protocolNamed = c<(name: string) => R>('void *objc_getProtocol(const char *name)');
  const register = c<(kind: Pointer) => void>('void objc_registerClassPair(void *kind)');
  const kind = allocate(find('NSObject'), wanted.name, 0);
  if (!kind) return find(wanted.name);
  const form = koffi.proto('void FermixProvide(void *self, void *selector, void *first, void *second, void *third)');
  addMethod(kind, selector(wanted.method), koffi.register(wanted.answer, koffi.pointer(form)), 'v@:@@@');
  const protocol = protocolNamed(wanted.protocol);
  if (protocol) addProtocol(kind, protocol);
  register(kind);
  return kind;
}
