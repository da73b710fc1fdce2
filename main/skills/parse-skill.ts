import { EFFORTS, findProvider } from '../config/providers.ts';
import { POLICY_CLASSES, type PolicyClass } from '../registry/policy.ts';
import { translateTools } from './foreign-tools.ts';
import { type FrontmatterField, readFrontmatter } from './frontmatter.ts';
import { type SkillCode, type SkillDefinition, type SkillFailure, skillFailure } from './skill.ts';

const NAME = /^[A-Za-z0-9_-]{1,64}$/;
const DESCRIPTION_BYTES = 1_024;

const KNOWN = new Set([
  'name',
  'description',
  'role',
  'persistent',
  'allowed_tools',
  'allowed-tools',
  'policy',
  'model',
  'provider',
  'reasoning_effort',
  'temperature',
  'max_iterations',
  'timeout_seconds',
  'capabilities',
  'delegates_to',
  'parent',
]);

/** Thrown inside this file alone; it carries the failure out of the readers of single fields. */
class Refused extends Error {
  readonly failure: SkillFailure;
  constructor(code: SkillCode, text?: string) {
    super(code);
    this.failure = skillFailure(code, text);
  }
}

/** Whether a text may be the name of a skill. */
export function isSkillName(name: string): boolean {
  return NAME.test(name);
}

/** Reads SKILL.md of a folder of this name. What is unknown is ignored and told; what is wrong is refused with its code. */
export function parseSkill(source: string, folderName: string): { ok: true; skill: SkillDefinition } | SkillFailure {
  const read = readFrontmatter(source);
  if (!read.ok) return read;
  try {
    return { ok: true, skill: build(read.frontmatter.fields, read.frontmatter.body, folderName) };
  } catch (error) {
    if (error instanceof Refused) return error.failure;
    throw error;
  }
}

type Fields = ReadonlyMap<string, FrontmatterField>;

function build(fields: Fields, body: string, folderName: string): SkillDefinition {
  const warnings = [...fields.keys()].filter((key) => !KNOWN.has(key)).map((key) => `${key} is not used here.`);
  const name = readName(fields, folderName);
  const description = required(fields, 'description').replaceAll(/\s+/g, ' ').trim();
  if (description === '') throw new Refused('missing_field', 'The description is empty.');
  if (Buffer.byteLength(description) > DESCRIPTION_BYTES) throw new Refused('invalid_description');
  if (body === '') throw new Refused('missing_field', 'There are no instructions below the block.');
  checkRole(fields, warnings);
  readTemperature(fields, warnings);
  return {
    name,
    description,
    body,
    allowedTools: readTools(fields, warnings),
    policy: readPolicy(fields),
    provider: readProvider(fields),
    model: text(fields, 'model', 'invalid_frontmatter_line'),
    effort: readEffort(fields, warnings),
    maxIterations: positive(fields, 'max_iterations', 25),
    timeoutSeconds: positive(fields, 'timeout_seconds', 300),
    capabilities: list(fields, 'capabilities'),
    delegatesTo: list(fields, 'delegates_to'),
    parent: text(fields, 'parent', 'invalid_frontmatter_line'),
    warnings,
  };
}

function readName(fields: Fields, folderName: string): string {
  const name = required(fields, 'name');
  if (!NAME.test(name)) throw new Refused('invalid_name', `“${name.slice(0, 80)}” cannot be the name of a skill.`);
  if (name !== folderName) throw new Refused('invalid_name', `The name is ${name}, the folder ${folderName}.`);
  return name;
}

function required(fields: Fields, key: string): string {
  const value = text(fields, key, 'invalid_frontmatter_line');
  if (value === null || value === '') throw new Refused('missing_field', `${key} is missing.`);
  return value;
}

function text(fields: Fields, key: string, code: SkillCode): string | null {
  const field = fields.get(key);
  if (!field) return null;
  if (typeof field.value !== 'string') throw new Refused(code, `${key} (line ${field.line}) must be one text.`);
  return field.value;
}

function checkRole(fields: Fields, warnings: string[]): void {
  const role = text(fields, 'role', 'invalid_role') ?? 'sub';
  if (role !== 'sub' && role !== 'main') throw new Refused('invalid_role');
  const persistent = fields.get('persistent');
  if (persistent && persistent.plain !== (role === 'main')) throw new Refused('invalid_persistent');
  if (role === 'main') warnings.push('role main is run like sub.');
}

function readTemperature(fields: Fields, warnings: string[]): void {
  const field = fields.get('temperature');
  if (!field) return;
  if (typeof field.plain !== 'number' || !Number.isFinite(field.plain)) throw new Refused('invalid_float');
  warnings.push('temperature is not passed on: models that reject it would fail.');
}

function readTools(fields: Fields, warnings: string[]): readonly string[] | null {
  const own = fields.get('allowed_tools');
  const foreign = fields.get('allowed-tools');
  if (own) {
    if (foreign) warnings.push('allowed-tools is not read beside allowed_tools.');
    if (typeof own.value === 'string' || own.value === null) throw new Refused('invalid_allowed_tools');
    return own.value;
  }
  if (!foreign) return null;
  if (foreign.value === null) throw new Refused('invalid_allowed_tools');
  const { tools, warnings: told } = translateTools(foreign.value);
  warnings.push(...told);
  return tools;
}

function readPolicy(fields: Fields): readonly PolicyClass[] | null {
  const field = fields.get('policy');
  if (!field) return null;
  if (field.value === null || field.value.length === 0) throw new Refused('invalid_policy');
  const names = typeof field.value === 'string' ? [field.value] : field.value;
  return names.map((name) => {
    const known = POLICY_CLASSES.find((one) => one === name && one !== 'gui_control');
    if (!known) throw new Refused('invalid_policy_class', `There is no policy class ${name.slice(0, 60)} for skills.`);
    return known;
  });
}

function readProvider(fields: Fields): string | null {
  const name = text(fields, 'provider', 'invalid_provider');
  if (name !== null && !findProvider(name)) throw new Refused('invalid_provider');
  return name;
}

function readEffort(fields: Fields, warnings: string[]): SkillDefinition['effort'] {
  const name = text(fields, 'reasoning_effort', 'invalid_frontmatter_line');
  const known = EFFORTS.find((one) => one === name) ?? null;
  if (name !== null && known === null) warnings.push('reasoning_effort is none that is known; it is left out.');
  return known;
}

function positive(fields: Fields, key: string, byDefault: number): number {
  const field = fields.get(key);
  if (!field) return byDefault;
  if (!Number.isSafeInteger(field.plain) || Number(field.plain) <= 0) {
    throw new Refused('invalid_positive_integer', `${key} must be a whole number above zero.`);
  }
  return Number(field.plain);
}

function list(fields: Fields, key: string): readonly string[] {
  const value = fields.get(key)?.value;
  return typeof value === 'string' || value == null ? [] : value;
}
