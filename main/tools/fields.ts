import { basename } from 'node:path';
import { z } from 'zod';
import type { JsonObject } from '../../protocol/json.ts';

/** Text that survives UTF-8: half of a surrogate pair would be written as something else. */
export function text(longest: number) {
  return z
    .string()
    .max(longest)
    .refine((value) => !/\p{Surrogate}/u.test(value), 'is not valid Unicode text (half of a surrogate pair)');
}

/** Text for people: no NUL byte either. */
export function sentence(longest: number) {
  return text(longest).refine((value) => !value.includes('\0'), 'contains a NUL byte');
}

/** A path as the model writes it. The sandbox is its judge and has its own codes for what is wrong with it. */
export function path(what: string) {
  return z.string().describe(`${what} Absolute, relative to the working directory, or starting with ~/.`);
}

/** A whole number that the tool bounds by itself, so that a value out of range is answered in the tool's own words. */
export function wholeNumber(what: string, smallest: number) {
  return z.number().describe(what).meta({ type: 'integer', minimum: smallest });
}

/** The nearest whole number inside the range. */
export function clamp(value: number, smallest: number, largest: number): number {
  return Math.min(largest, Math.max(smallest, Math.floor(value)));
}

/** For card titles: the last part of a path of unchecked input. */
export function nameOf(input: JsonObject, field: string, otherwise: string): string {
  const value = input[field];
  return typeof value === 'string' && value.trim() !== '' ? short(basename(value) || value) : otherwise;
}

/** For card titles: one line, not too long. */
export function short(value: unknown, longest = 80): string {
  const line = (typeof value === 'string' ? value : '').trim().split(/[\r\n]/, 1)[0] ?? '';
  return line.length > longest ? `${line.slice(0, longest - 1)}…` : line;
}
