import { isJsonObject, type Json, type JsonObject } from '../../protocol/json.ts';

/** A form field made from a JSON schema. */
export type Field = FieldBase & FieldKind;

interface FieldBase {
  name: string;
  description: string;
  required: boolean;
}

export type FieldKind =
  | { kind: 'string'; long: boolean }
  | { kind: 'number'; integer: boolean }
  | { kind: 'boolean' }
  | { kind: 'choice'; options: Json[] }
  | { kind: 'constant'; value: Json }
  | { kind: 'object'; fields: Field[] }
  | { kind: 'list'; item: Field }
  /** Anything the form has no control for: written as JSON. */
  | { kind: 'json' };

/** What the controls hold: texts for scalars, `''` for not given. */
export type FormValue = string | FormValue[] | { [name: string]: FormValue };

/** A value that cannot be sent, by the path of its field. */
export interface FieldProblem {
  path: string;
  text: 'required' | 'not_a_number' | 'not_whole' | 'not_json';
}

const MAX_DEPTH = 6;
const LONG_NAMES = /content|text|command|script|body|old_string|new_string|prompt|message/;

/** The fields of an object schema, required ones first within their order. */
export function toFields(schema: JsonObject): Field[] {
  return objectFields(schema, schema, 0);
}

function objectFields(schema: JsonObject, root: JsonObject, depth: number): Field[] {
  const properties = isJsonObject(schema['properties']) ? schema['properties'] : {};
  const required = Array.isArray(schema['required']) ? schema['required'] : [];
  return Object.entries(properties).map(([name, inner]) =>
    toField(name, isJsonObject(inner) ? inner : {}, required.includes(name), root, depth),
  );
}

function toField(name: string, raw: JsonObject, required: boolean, root: JsonObject, depth: number): Field {
  const schema = resolve(raw, root);
  const description = [raw['description'], schema['description']].find((text) => typeof text === 'string') ?? '';
  return { name, required, description: String(description), ...toKind(name, schema, root, depth) };
}

function toKind(name: string, schema: JsonObject, root: JsonObject, depth: number): FieldKind {
  if (depth > MAX_DEPTH) return { kind: 'json' };
  if ('const' in schema) return { kind: 'constant', value: schema['const'] ?? null };
  if (Array.isArray(schema['enum'])) return { kind: 'choice', options: schema['enum'] };
  switch (schema['type']) {
    case 'string':
      return { kind: 'string', long: LONG_NAMES.test(name) };
    case 'integer':
    case 'number':
      return { kind: 'number', integer: schema['type'] === 'integer' };
    case 'boolean':
      return { kind: 'boolean' };
    case 'object':
      return isJsonObject(schema['properties'])
        ? { kind: 'object', fields: objectFields(schema, root, depth + 1) }
        : { kind: 'json' };
    case 'array':
      return isJsonObject(schema['items'])
        ? { kind: 'list', item: toField('', schema['items'], true, root, depth + 1) }
        : { kind: 'json' };
    default:
      return { kind: 'json' };
  }
}

/** Follows a local `$ref` and takes the only real branch of a nullable union; choices of constants become an enum. */
function resolve(schema: JsonObject, root: JsonObject, hops = 0): JsonObject {
  const ref = schema['$ref'];
  if (typeof ref === 'string' && hops < MAX_DEPTH) {
    const target = followRef(ref, root);
    return target ? resolve(target, root, hops + 1) : schema;
  }
  const branches = schema['anyOf'] ?? schema['oneOf'];
  if (Array.isArray(branches)) {
    const real = branches.filter((branch) => isJsonObject(branch) && branch['type'] !== 'null').filter(isJsonObject);
    if (real.length === 1 && real[0]) return { ...schema, ...resolve(real[0], root, hops + 1), anyOf: [] };
    if (real.every((branch) => 'const' in branch)) return { enum: real.map((branch) => branch['const'] ?? null) };
  }
  const types = schema['type'];
  if (Array.isArray(types)) {
    const real = types.filter((type) => type !== 'null');
    return real.length === 1 ? { ...schema, type: real[0] ?? null } : schema;
  }
  return schema;
}

function followRef(ref: string, root: JsonObject): JsonObject | null {
  let place: Json | undefined = root;
  for (const part of ref.replace(/^#\//, '').split('/')) {
    place = isJsonObject(place) ? place[part.replaceAll('~1', '/').replaceAll('~0', '~')] : undefined;
  }
  return isJsonObject(place) ? place : null;
}

/** Controls with nothing in them. */
export function emptyValue(field: Field): FormValue {
  if (field.kind === 'object') return emptyValues(field.fields);
  if (field.kind === 'list') return [];
  if (field.kind === 'constant') return JSON.stringify(field.value);
  return '';
}

export function emptyValues(fields: Field[]): { [name: string]: FormValue } {
  return Object.fromEntries(fields.map((field) => [field.name, emptyValue(field)]));
}

/** Controls filled from an input, for going back from raw JSON to the form. */
export function fromInput(fields: Field[], input: JsonObject): { [name: string]: FormValue } {
  return Object.fromEntries(fields.map((field) => [field.name, fromJson(field, input[field.name])]));
}

function fromJson(field: Field, value: Json | undefined): FormValue {
  if (value === undefined) return emptyValue(field);
  if (field.kind === 'object') return fromInput(field.fields, isJsonObject(value) ? value : {});
  if (field.kind === 'list') return Array.isArray(value) ? value.map((one) => fromJson(field.item, one)) : [];
  if (field.kind === 'string') return typeof value === 'string' ? value : JSON.stringify(value);
  return JSON.stringify(value);
}

/** The input for the tool. Fields left empty are not sent; the host checks the rest against the schema. */
export function toInput(
  fields: Field[],
  values: { [name: string]: FormValue },
  path = '',
): { input: JsonObject; problems: FieldProblem[] } {
  const input: JsonObject = {};
  const problems: FieldProblem[] = [];
  for (const field of fields) {
    const place = path ? `${path}.${field.name}` : field.name;
    const read = toJson(field, values[field.name] ?? '', place);
    problems.push(...read.problems);
    if (read.value !== undefined) input[field.name] = read.value;
  }
  return { input, problems };
}

interface Read {
  value?: Json;
  problems: FieldProblem[];
}

function toJson(field: Field, value: FormValue, path: string): Read {
  if (field.kind === 'constant') return { value: field.value, problems: [] };
  if (field.kind === 'object') return readObject(field, value, path);
  if (field.kind === 'list') return readList(field, value, path);
  const text = typeof value === 'string' ? value : '';
  // An empty text is a value where one is required: `file_write` with no content makes an empty file.
  if (text === '' && field.kind === 'string' && field.required) return { value: '', problems: [] };
  if (text.trim() === '' && field.kind !== 'string') return missing(field, path);
  if (text === '') return { problems: [] };
  return readText(field, text, path);
}

function readObject(field: Field & { kind: 'object' }, value: FormValue, path: string): Read {
  const values = typeof value === 'object' && !Array.isArray(value) ? value : {};
  const { input, problems } = toInput(field.fields, values, path);
  const untouched = Object.keys(input).length === 0;
  if (untouched && !field.required) return { problems: [] };
  return { value: input, problems };
}

function readList(field: Field & { kind: 'list' }, value: FormValue, path: string): Read {
  const items = Array.isArray(value) ? value : [];
  if (items.length === 0 && !field.required) return { problems: [] };
  const reads = items.map((item, index) => toJson(field.item, item, `${path}.${index}`));
  return { value: reads.map((read) => read.value ?? null), problems: reads.flatMap((read) => read.problems) };
}

function readText(field: Field, text: string, path: string): Read {
  if (field.kind === 'string') return { value: text, problems: [] };
  if (field.kind === 'number') {
    const number = Number(text);
    if (!Number.isFinite(number)) return { problems: [{ path, text: 'not_a_number' }] };
    if (field.integer && !Number.isInteger(number)) return { problems: [{ path, text: 'not_whole' }] };
    return { value: number, problems: [] };
  }
  try {
    return { value: JSON.parse(text) as Json, problems: [] };
  } catch {
    return { problems: [{ path, text: 'not_json' }] };
  }
}

function missing(field: Field, path: string): Read {
  return { problems: field.required ? [{ path, text: 'required' }] : [] };
}
