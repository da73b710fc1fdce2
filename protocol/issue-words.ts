import type { z } from 'zod';

const TYPES: Record<string, string> = {
  string: 'must be text',
  number: 'must be a number',
  int: 'must be a whole number',
  boolean: 'must be true or false',
  array: 'must be a list',
  object: 'must be an object',
  record: 'must be an object',
};

const UNITS: Record<string, string> = { string: ' characters', array: ' items', set: ' items', file: ' bytes' };

/**
 * What is wrong with a value, to be read after the name of its field: `is required`, `must be a whole number`. For
 * `safeParse(input, { error: issueWords })`; a schema's own message goes before it.
 */
export function issueWords(issue: z.core.$ZodRawIssue): string | undefined {
  if (issue.input === undefined && (issue.code === 'invalid_type' || issue.code === 'invalid_value'))
    return 'is required';
  switch (issue.code) {
    case 'invalid_type':
      return TYPES[issue.expected];
    case 'invalid_value':
      return issue.values.length === 1
        ? `must be ${JSON.stringify(issue.values[0])}`
        : `must be one of ${issue.values.map((value) => JSON.stringify(value)).join(', ')}`;
    case 'too_big':
      return boundWords(issue.origin, issue.exact, 'at most', issue.maximum);
    case 'too_small':
      return boundWords(issue.origin, issue.exact, 'at least', issue.minimum);
    case 'not_multiple_of':
      return `must be a multiple of ${issue.divisor}`;
    case 'unrecognized_keys':
      return 'is not known';
    default:
      return undefined;
  }
}

function boundWords(origin: string, exact: boolean | undefined, side: string, bound: number | bigint): string {
  const unit = UNITS[origin];
  const amount = `${exact ? 'exactly' : side} ${bound.toLocaleString('en')}`;
  return unit ? `must have ${amount}${bound === 1 ? unit.replace(/s$/, '') : unit}` : `must be ${amount}`;
}
