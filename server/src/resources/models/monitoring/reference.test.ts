import { usualReading } from '@sibyl/engine/readings/reading.ts';
import { expect, it } from 'vitest';
import { createCoder } from './reference.ts';

it('takes a value in another spelling for the one that it is to the model', () => {
  const column = {
    name: 'sale',
    reading: usualReading('text'),
    edges: [],
    values: ['WD ', 'New'],
    rarer: ['cod', 'COD'],
  };
  const code = createCoder({ ...column, form: 'category' });
  expect(['WD ', 'WD', 'wd', 'New', 'COD', 'cod'].map(code)).toEqual([0, 0, 0, 1, 2, 2]);
  expect([' Cod', 'Oth', null].map(code)).toEqual([2, 3, 4]);
});
