import { expect, test } from 'vitest';
import type { Field } from '../columns/fields.ts';
import { plainProfile } from '../columns/profile.ts';
import { SavedValue } from '../model-file/reader.ts';
import { TensorWriter } from '../model-file/tensors.ts';
import { createRandom, rowNumbers, shuffle } from '../random.ts';
import { chooseReferenceRows } from './choose-reference-rows.ts';
import { orderRows } from './order-rows.ts';
import { loadReferenceRows, saveReferenceRows } from './save-reference-rows.ts';

const random = createRandom(4);
const rowCount = 3000;
const numbers = Float64Array.from({ length: rowCount }, () => (random() < 0.1 ? Number.NaN : random()));
const codes = Int32Array.from({ length: rowCount }, () => Math.floor(random() * 4) - 1);
const targets = Float64Array.from({ length: rowCount }, random);

function fieldsOf(rows: Int32Array): Field[] {
  const number = { type: 'numeric' as const, profile: plainProfile('size', 'number') };
  const word = { type: 'text' as const, profile: plainProfile('place', 'category'), texts: ['a', 'b', 'c'] };
  return [
    { ...number, values: Float64Array.from(rows, (row) => numbers[row]) },
    { ...word, counts: [3, 2, 1], codes: Int32Array.from(rows, (row) => codes[row]) },
  ];
}

function chosenFrom(rows: Int32Array, reversed = false) {
  const fields = fieldsOf(rows);
  const order = orderRows(
    reversed ? fields.toReversed() : fields,
    targets.map((_, row) => targets[rows[row]]),
    7,
  );
  const columns = fields.map((field) => (field.type === 'numeric' ? field.values : Float64Array.from(field.codes)));
  return chooseReferenceRows({ features: [], encoders: [], columns }, order);
}

test('neither the order of rows nor that of columns changes which rows are kept', () => {
  const kept = chosenFrom(rowNumbers(rowCount));
  expect(kept.count).toBe(2000);
  expect(chosenFrom(shuffle(rowNumbers(rowCount), random))).toEqual(kept);
  expect(chosenFrom(rowNumbers(rowCount), true)).toEqual(kept);
});

test('the first rows stand for all: their mean is near that of the table', () => {
  const { cells } = chosenFrom(rowNumbers(rowCount));
  const first = cells.filter((value, cell) => cell < 1000 && cell % 2 === 0 && !Number.isNaN(value));
  expect(first.reduce((sum, value) => sum + value, 0) / first.length).toBeCloseTo(0.5, 1);
});

test('rows come back from a file as they went in', () => {
  const kept = chosenFrom(rowNumbers(rowCount));
  const tensors = new TensorWriter();
  const saved = saveReferenceRows(kept, tensors);
  expect(loadReferenceRows(new SavedValue(saved, tensors.tensors), 2)).toEqual(kept);
});
