import { expect, test } from 'vitest';
import { storageFull } from '../../errors.ts';
import { sayGivenUp } from './say-given-up.ts';

test('a job that found no room says so, others refer to the log', () => {
  const noSpace = Object.assign(new Error('write'), { code: 'ENOSPC' });
  const byDuckDb = new Error('IO Error: Could not write file "x": No space left on device');
  for (const error of [noSpace, byDuckDb, storageFull(noSpace)])
    expect(sayGivenUp(error, 'It broke off three times')).toMatch(/^The disk of the service is out of room/);
  expect(sayGivenUp(new Error('odd'), 'It broke off three times')).toBe(
    'It broke off three times; the log of the service says more.',
  );
});
