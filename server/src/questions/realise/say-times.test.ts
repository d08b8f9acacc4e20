import { expect, test } from 'vitest';
import { sayDuring } from './say-times.ts';

test.each([
  [{ from: '2023-07-04', before: '2023-07-05' }, 'on 4 July 2023'],
  [{ from: '2024-02-01', before: '2024-03-01' }, 'in February 2024'],
  [{ from: '2023-07-01', before: '2023-10-01' }, 'in the third quarter of 2023'],
  [{ from: '2023-07-01', before: '2024-01-01' }, 'in the second half of 2023'],
  [{ from: '2023-01-01', before: '2024-01-01' }, 'in 2023'],
  [{ from: '2023-03-01', before: '2023-06-01' }, 'between March 2023 and May 2023'],
  [{ from: '2023-11-01', before: '2024-02-01' }, 'between November 2023 and January 2024'],
  [{ from: '2023-07-04', before: '2023-08-01' }, 'between 4 July 2023 and 31 July 2023'],
  [{ from: '2023-07-04' }, '4 July 2023 or later'],
  [{ before: '2024-01-01' }, 'before 1 January 2024'],
])('%j is said as people write it: %s', (days, said) => expect(sayDuring(days)).toBe(said));
