import { expect, test } from 'vitest';
import { wordsOfName } from './tokens.ts';

test('parts names as people write them', () => {
  expect(wordsOfName('rentalPrice_perSqft-2')).toEqual(['rental', 'price', 'per', 'sqft', '2']);
});
