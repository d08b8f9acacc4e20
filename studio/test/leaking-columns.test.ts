import { expect, test } from 'vitest';
import { leakingColumns } from '../src/models/leaking-columns.ts';

test.each([
  ['column `fee` alone explains the target: make sure that it is known before the target is, or ignore it', [['fee']]],
  ['columns `fee`, `tax` together explain the target: make sure that they are known', [['fee', 'tax']]],
  ['`fee` (91 %), `tax` (80 %) each alone explain most of the target: fine if known', [['fee'], ['tax']]],
  ['`tax` (80 %) alone explains most of the target: fine if known', [['tax']]],
  ['most of the target is in `fee` (91 %) alone: fine if known before the target is, else ignore it', [['fee']]],
  ['column `fee`: units are converted to `m`', []],
])('a warning names columns that may give the target away, as it is said now and was before: %s', (warning, columns) =>
  expect(leakingColumns(warning, ['fee', 'tax', 'size'])).toEqual(columns),
);
