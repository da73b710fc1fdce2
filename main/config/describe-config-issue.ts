import type { z } from 'zod';

/** The place and the sentence of the first problem zod found in the file. */
export function describeConfigIssue(issue: z.core.$ZodIssue, raw: unknown): { path: string[]; text: string } {
  const path = issue.path.map(String);
  if (issue.code === 'unrecognized_keys') {
    const key = [...path, issue.keys[0] ?? ''];
    return { path: key, text: `${key.join('.')} is not a known key` };
  }
  const name = path.join('.') || 'the file';
  const value = valueAt(raw, issue.path);
  // A rule about a whole table is not broken by its being a table.
  const found = issue.code === 'custom' && typeof value === 'object' ? null : show(value);
  return { path, text: `${name} ${expectation(issue)}${found === null ? '' : `; found ${found}`}` };
}

function expectation(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.expected === 'record') return issue.message;
      return `must be ${TYPES[issue.expected] ?? issue.expected}`;
    case 'invalid_value':
      return `must be one of ${issue.values.map((value) => JSON.stringify(value)).join(', ')}`;
    case 'too_small':
      return `must be ${issue.origin === 'string' ? 'at least as long as' : issue.inclusive ? 'at least' : 'more than'} ${issue.minimum}${issue.origin === 'string' ? ' characters' : ''}`;
    case 'too_big':
      return `must be ${issue.origin === 'string' ? 'at most as long as' : 'at most'} ${issue.maximum}${issue.origin === 'string' ? ' characters' : ''}`;
    default:
      return issue.message;
  }
}

const TYPES: Record<string, string> = {
  string: 'a string',
  boolean: 'a boolean (true or false)',
  number: 'a number',
  int: 'a whole number',
  array: 'an array',
  object: 'a table',
};

function valueAt(raw: unknown, path: readonly PropertyKey[]): unknown {
  let value = raw;
  for (const part of path) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = (value as Record<PropertyKey, unknown>)[part];
  }
  return value;
}

/** What was found, in the file's own notation where it is short. */
function show(value: unknown): string | null {
  if (value === undefined) return null;
  if (typeof value === 'number' || typeof value === 'boolean' || typeof value === 'bigint') return String(value);
  if (typeof value === 'string') return value.length <= 40 ? JSON.stringify(value) : 'a long string';
  if (value instanceof Date) return 'a date';
  return Array.isArray(value) ? 'an array' : 'a table';
}
