/**
 * The three loops that touch every pixel, as WebAssembly with 128-bit vectors: four pixels a step instead of one, in
 * about a fifth of the time of the same loops in JavaScript. The module is put together here from its instructions, so
 * that no compiler and no binary file is needed. A pixel in is four bytes: blue, green, red, padding.
 */
export interface PixelKernel {
  /** Bytes 0xBBGGRRXX of `groups` times four pixels at `from` become RGB bytes at `to`; writes four bytes more. */
  pack(from: number, to: number, groups: number): void;
  /** The same for two rows of `groups` times eight pixels: each block of 2x2 becomes one averaged pixel. */
  half(upper: number, lower: number, to: number, groups: number): void;
  /** Adds the bytes of `groups` times four pixels at `from` to 16-bit sums at `to`. */
  sum(from: number, to: number, groups: number): void;
}

const I32 = 0x7f;
const V128 = 0x7b;
const END = 0x0b;

/** Unsigned LEB128. */
function leb(value: number): number[] {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...leb(value >>> 7)];
}
const vector = (items: number[][]) => [...leb(items.length), ...items.flat()];
const section = (id: number, bytes: number[]) => [id, ...leb(bytes.length), ...bytes];
const name = (text: string) => [...leb(text.length), ...Buffer.from(text)];

const get = (local: number) => [0x20, local];
const set = (local: number) => [0x21, local];
const tee = (local: number) => [0x22, local];
const simd = (opcode: number, ...rest: number[]) => [0xfd, ...leb(opcode), ...rest];
const load = (offset = 0) => simd(0, 0, offset);
const store = (offset = 0) => simd(11, 0, offset);
const shuffle = (lanes: number[]) => simd(13, ...lanes);
const AVERAGE = simd(123);
const WIDEN_LOW = simd(137);
const WIDEN_HIGH = simd(138);
const ADD_16 = simd(142);

/** Adds a constant under 64 to a local. */
const advance = (local: number, bytes: number) => [...get(local), 0x41, bytes, 0x6a, ...set(local)];
/** Counts a local down and goes back to the start of the loop until it is 0. */
const repeat = (counter: number) => [...get(counter), 0x41, 1, 0x6b, ...tee(counter), 0x0d, 0];

const RGB_OF_BGRX = [2, 1, 0, 6, 5, 4, 10, 9, 8, 14, 13, 12, 15, 15, 15, 15];
const pixels = (...numbers: number[]) => numbers.flatMap((one) => [0, 1, 2, 3].map((byte) => one * 4 + byte));

/** A function of its vector locals and the body of its loop. */
function looping(vectors: number, body: number[]): number[] {
  const code = [...vector([[vectors, V128]]), 0x03, 0x40, ...body, END, END];
  return [...leb(code.length), ...code];
}

const pack = looping(1, [
  ...get(1),
  ...[...get(0), ...load(), ...tee(3), ...get(3), ...shuffle(RGB_OF_BGRX)],
  ...store(),
  ...[...advance(0, 16), ...advance(1, 12), ...repeat(2)],
]);

const half = looping(2, [
  ...[...get(0), ...load(), ...get(1), ...load(), ...AVERAGE, ...set(4)],
  ...[...get(0), ...load(16), ...get(1), ...load(16), ...AVERAGE, ...set(5)],
  ...get(2),
  ...[...get(4), ...get(5), ...shuffle(pixels(0, 2, 4, 6))],
  ...[...get(4), ...get(5), ...shuffle(pixels(1, 3, 5, 7))],
  ...[...AVERAGE, ...tee(4), ...get(4), ...shuffle(RGB_OF_BGRX)],
  ...store(),
  ...[...advance(0, 32), ...advance(1, 32), ...advance(2, 12), ...repeat(3)],
]);

const sum = looping(1, [
  ...[...get(0), ...load(), ...set(3)],
  ...[...get(1), ...get(1), ...load(), ...get(3), ...WIDEN_LOW, ...ADD_16, ...store()],
  ...[...get(1), ...get(1), ...load(16), ...get(3), ...WIDEN_HIGH, ...ADD_16, ...store(16)],
  ...[...advance(0, 16), ...advance(1, 32), ...repeat(2)],
]);

const signature = (parameters: number) => [0x60, ...vector(Array.from({ length: parameters }, () => [I32])), 0];
const exported = (text: string, index: number) => [...name(text), 0, index];

const MODULE = new Uint8Array([
  ...[0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
  ...section(1, vector([signature(3), signature(4)])),
  ...section(2, vector([[...name('host'), ...name('memory'), 2, 0, 1]])),
  ...section(3, vector([[0], [1], [0]])),
  ...section(7, vector([exported('pack', 0), exported('half', 1), exported('sum', 2)])),
  ...section(10, vector([pack, half, sum])),
]);

let compiled: WebAssembly.Module | null = null;

/** The kernel on a memory of its own. */
export function createPixelKernel(memory: WebAssembly.Memory): PixelKernel {
  compiled ??= new WebAssembly.Module(MODULE);
  return new WebAssembly.Instance(compiled, { host: { memory } }).exports as unknown as PixelKernel;
}
