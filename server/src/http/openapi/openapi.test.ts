import { expect, test } from 'vitest';
import { writtenOnce } from './openapi.ts';

test('what is written once is written again only after a writing that failed', async () => {
  let times = 0;
  const read = writtenOnce(async () => {
    times += 1;
    if (times === 1) throw new Error('no memory');
    return times;
  });
  await expect(read()).rejects.toThrow('no memory');
  expect(await Promise.all([read(), read()])).toEqual([2, 2]);
  expect(await read()).toBe(2);
});
