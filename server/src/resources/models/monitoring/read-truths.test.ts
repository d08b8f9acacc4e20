import type { ModelDescription } from '@sibyl/engine/model.ts';
import { expect, it } from 'vitest';
import { readTruths } from './read-truths.ts';
import { changedSettings } from './settings.ts';

const settings = changedSettings(null, {});

it('takes no part of an object for a cell that was not sent', async () => {
  const inputs = ['constructor', '__proto__'];
  const description = { inputs, knownColumns: [...inputs, 'id'], target: 'toString', classes: ['a', 'b'] };
  const read = (rows: Record<string, unknown>[]) =>
    readTruths(rows, { description: description as unknown as ModelDescription, settings });
  const [named] = await read([{ id: 7, toString: 'a' }]);
  expect([named.asked, named.raw]).toEqual([undefined, 'a']);
  const [asked] = await read([{ id: 7, toString: 'a', constructor: 'Renault' }]);
  expect(asked.asked).toEqual({ id: 7, constructor: 'Renault' });
  await expect(read([{ id: 7 }])).rejects.toMatchObject({ errors: [{ pointer: '/0/toString', code: 'required' }] });
});
