import { expect, test } from 'vitest';
import type { JsonObject } from '../../../../protocol/json.ts';
import { emptyValues, fromInput, toFields, toInput } from '../../../../renderer/state/schema-form.ts';

const SCHEMA: JsonObject = {
  type: 'object',
  $defs: {
    point: { type: 'object', properties: { x: { type: 'integer' }, y: { type: 'integer' } }, required: ['x', 'y'] },
  },
  properties: {
    action: { type: 'string', enum: ['look', 'click'], description: 'What to do.' },
    ratio: { type: 'number' },
    count: { anyOf: [{ type: 'integer' }, { type: 'null' }] },
    flag: { type: 'boolean' },
    at: { $ref: '#/$defs/point' },
    args: { type: 'array', items: { type: 'string' } },
    text: { type: 'string' },
    any: {},
    version: { const: 2 },
  },
  required: ['action'],
};
const fields = toFields(SCHEMA);

test('each type gets its control', () => {
  expect(fields.map((field) => field.kind)).toEqual([
    'choice',
    'number',
    'number',
    'boolean',
    'object',
    'list',
    'string',
    'json',
    'constant',
  ]);
  expect(fields[0]).toMatchObject({ name: 'action', required: true, description: 'What to do.' });
});

test('fields left empty are not sent, and required ones are named', () => {
  const { input, problems } = toInput(fields, emptyValues(fields));
  expect(input).toEqual({ version: 2 });
  expect(problems).toEqual([{ path: 'action', text: 'required' }]);
});

test('texts become values of the right type', () => {
  const { input, problems } = toInput(fields, {
    action: '"click"',
    ratio: '0.5',
    count: '3',
    flag: 'false',
    at: { x: '10', y: '20' },
    args: ['-a', ''],
    text: 'hi ',
    any: '{"a":[1]}',
  });
  expect(problems).toEqual([]);
  expect(input).toEqual({
    action: 'click',
    ratio: 0.5,
    count: 3,
    flag: false,
    at: { x: 10, y: 20 },
    args: ['-a', ''],
    text: 'hi ',
    any: { a: [1] },
    version: 2,
  });
});

test('values that cannot be sent are named by their path', () => {
  const { problems } = toInput(fields, { action: '"look"', ratio: 'x', count: '1.5', at: { x: '1', y: '' }, any: '{' });
  expect(problems).toEqual([
    { path: 'ratio', text: 'not_a_number' },
    { path: 'count', text: 'not_whole' },
    { path: 'at.y', text: 'required' },
    { path: 'any', text: 'not_json' },
  ]);
});

test('an input goes into the form and comes out the same', () => {
  const input: JsonObject = { action: 'look', at: { x: 1, y: 2 }, args: ['a'], flag: true, any: null, version: 2 };
  expect(toInput(fields, fromInput(fields, input)).input).toEqual(input);
});

test('a schema that refers to itself ends', () => {
  const loop: JsonObject = {
    type: 'object',
    properties: { child: { $ref: '#' } },
  };
  expect(JSON.stringify(toFields(loop)).length).toBeLessThan(5000);
  expect(toFields({})).toEqual([]);
});
