/** Any value that survives JSON: what tool arguments, stored rows and wire messages are made of. */
export type Json = null | boolean | number | string | Json[] | JsonObject;

/** A JSON object; `undefined` never appears as a value. */
export interface JsonObject {
  [key: string]: Json;
}

/** True when the value is a plain JSON object (not null, not a list). */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
