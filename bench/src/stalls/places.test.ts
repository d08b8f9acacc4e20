import { expect, it } from 'vitest';
import type { Schema } from '../fuzz/operations.ts';
import { findPlaces } from './places.ts';

const text: Schema = { type: 'string' };
const maker = { resolve: (schema: Schema) => schema, make: (schema: Schema) => (schema.type === 'array' ? [] : 'x') };

it('finds texts, lists and free JSON at any depth, and puts a part in their place', () => {
  const item: Schema = { type: 'object', properties: { say: text }, required: ['say'] };
  const schema: Schema = {
    type: 'object',
    properties: { name: text, list: { type: 'array', items: item }, any: {}, kind: { enum: ['a'] } },
  };
  const places = findPlaces(maker, schema, { name: 'n', list: [{ say: 'hi' }], any: 1 });
  expect(places.map(({ field, kind }) => `${field} ${kind}`)).toEqual([
    'name text',
    'list list',
    'list.0.say text',
    'any anything',
  ]);
  expect(places[2].put('loud')).toEqual({ name: 'n', list: [{ say: 'loud' }], any: 1 });
});

it('goes each way that a schema offers, keeping the body that was meant for it', () => {
  const way = (type: string, field: string): Schema => ({
    type: 'object',
    properties: { type: { const: type }, [field]: text },
    required: ['type'],
  });
  const schema: Schema = { anyOf: [way('a', 'one'), way('b', 'two')] };
  const make = ({ properties }: Schema) => ({ type: properties?.type?.const, made: true });
  const places = findPlaces({ ...maker, make }, schema, { type: 'a', kept: 1 });
  expect(places.map(({ field, put }) => [field, put('p')])).toEqual([
    ['one', { type: 'a', kept: 1, one: 'p' }],
    ['two', { type: 'b', made: true, two: 'p' }],
  ]);
});
