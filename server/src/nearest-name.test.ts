import { expect, it } from 'vitest';
import { nearestName, nearestOf } from './nearest-name.ts';

it('finds a name by its letters, and by one or two slips of a long one', () => {
  const nearest = nearestOf(['size_m2', 'rent', 'neighborhood']);
  expect(['Size M2', 'retn', 'neighbourhod', 're', 'cat'].map(nearest)).toEqual([
    'size_m2',
    undefined,
    'neighborhood',
    undefined,
    undefined,
  ]);
  expect(nearestName('rentt', ['rent'])).toBe('rent');
});
