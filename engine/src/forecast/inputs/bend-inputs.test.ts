import { expect, test } from 'vitest';
import { numberColumn, textColumn } from '../../../test/tables.ts';
import { bendAll, bendPlaced } from './bend-inputs.ts';
import { createInputReader, encodeInput, widthOf } from './known-input.ts';

const inputs = [
  numberColumn('degrees', [10, 20, 30]),
  numberColumn('open', [0, 1, 1]),
  textColumn('sky', ['clear', 'rain', 'snow']),
].map((column) => encodeInput(column, 3));

test('numbers bend at their mean; two values and words stay as they are', () => {
  const bent = bendAll(inputs);
  expect(bent.map(widthOf)).toEqual([2, 1, 2]);
  expect(createInputReader(bent[0])(10)).toEqual([expect.closeTo(-1.2247, 4), 0]);
  expect(createInputReader(bent[0])('30')).toEqual([expect.closeTo(1.2247, 4), expect.closeTo(1.2247, 4)]);
});

test('places keep the order of their inputs, and what is unknown', () => {
  const cells = Float64Array.of(-1, 0, 1, 0, 2, 1, 0, 1, Number.NaN, 1, 0, 0);
  const { series } = bendPlaced({ inputs, series: [{ width: 4, cells }] });
  expect(series[0].width).toBe(5);
  expect([...series[0].cells]).toEqual([-1, 0, 0, 1, 0, 2, 2, 1, 0, 1, Number.NaN, Number.NaN, 1, 0, 0]);
});
