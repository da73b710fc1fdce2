import { binder, type Koffi, type Native, type Pointer } from '../../native/koffi.ts';

/** One part of a method's arguments: pointer, 32-bit and 64-bit integer, double, memory of ours, place for a pointer. */
type Part = 'p' | 'i' | 'l' | 'd' | 'b' | 'o';
type Value = Pointer | number | Buffer | [Pointer | null] | null;
type Method = Native<(self: Pointer, ...values: Value[]) => number>;

const TYPES: Record<Part, string> = {
  p: 'void *',
  i: 'int',
  l: 'int64',
  d: 'double',
  b: 'void *',
  o: '_Out_ void **',
};

/** Calls of COM objects by the place of the method in the object's table. Results are HRESULTs, negative for failures. */
export interface Com {
  /** Creates an object; null when the class is not there. */
  create(classId: string, interfaceId: string): Pointer | null;
  call(object: Pointer, slot: number, parts: string, ...values: Value[]): number;
  /** On another thread. */
  start(
    object: Pointer,
    slot: number,
    parts: string,
    values: Value[],
    done: (error: unknown, result: number) => void,
  ): void;
  newText(text: string): Pointer;
  freeText(text: Pointer): void;
  /** The value of a VARIANT that holds a text, a number or a truth; frees what it holds. */
  take(variant: Buffer): string | number | boolean | null;
}

const VARIANT_TYPE = { i4: 3, r8: 5, bstr: 8, bool: 11 } as const;
const IN_PROCESS = 1;

/** Joins the process to a multithreaded apartment, so that every thread of ours may call. */
export function loadCom(koffi: Koffi): Com {
  const ole = binder(koffi, 'ole32.dll');
  const automation = binder(koffi, 'oleaut32.dll');
  const joinApartment = ole<(cookie: [Pointer | null]) => number>(
    'int __stdcall CoIncrementMTAUsage(_Out_ void **cookie)',
  );
  const create = ole<(id: Buffer, outer: null, context: number, as: Buffer, out: [Pointer | null]) => number>(
    'int __stdcall CoCreateInstance(void *id, void *outer, uint context, void *as, _Out_ void **out)',
  );
  const newText = automation<(text: string) => Pointer>('void * __stdcall SysAllocString(str16 text)');
  const freeText = automation<(text: Pointer) => void>('void __stdcall SysFreeString(void *text)');
  const clear = automation<(variant: Buffer) => number>('int __stdcall VariantClear(void *variant)');
  joinApartment([null]);
  const methods = new Map<string, Method>();
  const method = (object: Pointer, slot: number, parts: string): Method => {
    const table: Pointer = koffi.decode(object, 'void *');
    const address: Pointer = koffi.decode(table, slot * 8, 'void *');
    const key = `${address} ${parts}`;
    const known = methods.get(key);
    if (known) return known;
    const types = [...parts].map((part, i) => `${TYPES[part as Part]} a${i}`);
    const declaration = `int __stdcall FermixMethod${methods.size}(${['void *self', ...types].join(', ')})`;
    const found = koffi.decode(address, koffi.proto(declaration)) as Method;
    methods.set(key, found);
    return found;
  };
  return {
    create: (classId, interfaceId) => {
      const out: [Pointer | null] = [null];
      return create(guid(classId), null, IN_PROCESS, guid(interfaceId), out) < 0 ? null : out[0];
    },
    call: (object, slot, parts, ...values) => method(object, slot, parts)(object, ...values),
    start: (object, slot, parts, values, done) => method(object, slot, parts).async(object, ...values, done),
    newText,
    freeText,
    take: (variant) => {
      const value = readVariant(variant, (address) => koffi.decode.string16(address));
      clear(variant);
      return value;
    },
  };
}

/** VARIANT: type 0, value 8. */
export function readVariant(variant: Buffer, textAt: (address: Pointer) => string): string | number | boolean | null {
  const type = variant.readUInt16LE(0);
  if (type === VARIANT_TYPE.i4) return variant.readInt32LE(8);
  if (type === VARIANT_TYPE.r8) return variant.readDoubleLE(8);
  if (type === VARIANT_TYPE.bool) return variant.readInt16LE(8) !== 0;
  if (type !== VARIANT_TYPE.bstr) return null;
  const address = variant.readBigUInt64LE(8);
  return address === 0n ? '' : textAt(address);
}

/** A GUID as Windows keeps it: three little-endian numbers, then eight bytes. */
export function guid(text: string): Buffer {
  const [a = '', b = '', c = '', ...rest] = text.split('-');
  const turned = [a, b, c].map((part) => Buffer.from(part, 'hex').reverse());
  return Buffer.concat([...turned, Buffer.from(rest.join(''), 'hex')]);
}
