import { expect, test } from 'vitest';
import type { Field } from '../columns/fields.ts';
import { plainProfile } from '../columns/profile.ts';
import { buildFrame } from '../encoding/frame.ts';
import { ModelFileError, SavedValue } from '../model-file/reader.ts';
import type { Tensor } from '../model-file/tensors.ts';
import { TensorWriter } from '../model-file/tensors.ts';
import { createRandom } from '../random.ts';
import { cellsOf } from '../validation/entities.ts';
import { findRepeats } from '../validation/repeats.ts';
import { isKnown } from './known-rows.ts';
import { learnKnownRows } from './learn-known-rows.ts';
import { loadKnownRows, saveKnownRows } from './save-known-rows.ts';

const random = createRandom(9);
type Row = number[];
const drawRow = (): Row => [random(), random(), random(), Math.floor(random() * 4), random()];
const nudge = (row: Row): Row => row.map((cell, column) => (column === 3 ? cell : cell + 0.001 * random()));

/** Rows of which the last fifth repeats some of the others. */
function repeatSome(copy: (row: Row) => Row, count = 500): Row[] {
  const alone = Array.from({ length: 0.8 * count }, drawRow);
  return [...alone, ...Array.from({ length: 0.2 * count }, (_, place) => copy(alone[3 * place]))];
}

/** Learns from rows whose last cell is the target; the one before it is a category, others are numbers. */
function learn(rows: readonly Row[]) {
  const width = rows[0].length - 1;
  const fields = Array.from({ length: width }, (_, column): Field => {
    const cells = Float64Array.from(rows, (row) => row[column]);
    if (column < 3 || column > 3)
      return { type: 'numeric', profile: plainProfile(`c${column}`, 'number'), values: cells };
    const profile = plainProfile(`c${column}`, 'category');
    return { type: 'text', profile, codes: Int32Array.from(cells), texts: ['a', 'b', 'c', 'd'], counts: [1, 1, 1, 1] };
  });
  const values = Float64Array.from(rows, (row) => row[width]);
  const frame = buildFrame(fields, { task: 'regression', values, classCount: 0, loss: 'squared' }, []);
  const learned = learnKnownRows(frame, findRepeats(fields.map(cellsOf), values));
  return learned && { ...learned, width: frame.base.features.length };
}

/** Share of the rows that are recognised. */
function shareKnown(learned: ReturnType<typeof learn>, rows: readonly Row[]): number {
  const asked = Float64Array.from(rows.flatMap((row) => row.slice(0, learned!.width)));
  return rows.filter((_, row) => isKnown(learned!.known, asked, row * learned!.width)).length / rows.length;
}

test('rows that stand twice are recognised exactly, by hashes alone', () => {
  const rows = repeatSome((row) => row);
  const learned = learn(rows);
  expect(shareKnown(learned, rows)).toBe(1);
  expect(shareKnown(learned, rows.map(nudge))).toBe(0);
  expect([learned!.known.keys.length, learned!.known.cells.length]).toEqual([400, 0]);
  expect([...rows.keys()].filter((row) => learned!.isLikeOther(row))).toHaveLength(200);
  expect(learned!.isLikeOther(0, (other) => other === 400)).toBe(true);
  expect(learned!.isLikeOther(0, (other) => other !== 400)).toBe(false);
});

test('a counter in which copies differ is not compared', () => {
  const rows = repeatSome((row) => row).map((row, counter) => [...row.slice(0, 4), counter, row[4]]);
  const learned = learn(rows);
  expect(
    shareKnown(
      learned,
      rows.map((row) => row.with(4, 1000 + row[4])),
    ),
  ).toBe(1);
  expect(
    shareKnown(
      learned,
      rows.map((row) => row.with(0, random())),
    ),
  ).toBe(0);
});

test('copies of which all numbers were changed a little are recognised within what copies differ by', () => {
  const rows = repeatSome(nudge);
  const learned = learn(rows);
  expect([...learned!.known.equal]).toEqual([3]);
  expect(shareKnown(learned, rows.slice(0, 400).map(nudge))).toBeGreaterThan(0.97);
  expect(
    shareKnown(
      learned,
      rows.map((row) => row.with(3, (row[3] + 1) % 4)),
    ),
  ).toBe(0);
  expect(shareKnown(learned, Array.from({ length: 2000 }, drawRow))).toBeLessThan(0.01);
});

test('of a wide row only the slots that tell most are compared', () => {
  const widen = (row: Row) => [
    ...row.slice(0, 4),
    ...Array.from({ length: 90 }, (_, column) => Number(column === 7)),
    ...row.slice(4),
  ];
  const rows = repeatSome((row) => row).map(widen);
  const learned = learn(rows);
  expect(learned!.known.equal).toHaveLength(64);
  expect([...learned!.known.equal.subarray(0, 4)].sort()).toEqual([0, 1, 2, 3]);
  expect(shareKnown(learned, rows)).toBe(1);
});

test('missing cells are equal, and so are 0 and -0', () => {
  const rows = repeatSome((row) => row).map((row, place) => row.with(place % 2, place % 3 ? Number.NaN : 0));
  rows.splice(400, 100, ...rows.slice(0, 100));
  const learned = learn(rows);
  expect(
    shareKnown(
      learned,
      rows.map((row) => row.map((cell) => (cell === 0 ? -0 : cell))),
    ),
  ).toBe(1);
});

test('few categories in which rows are equal by chance show no known rows', () => {
  const drawFew = (): Row => [0, 0, 0].map(() => Math.floor(random() * 3)).concat(Math.floor(random() * 4), random());
  const rows = Array.from({ length: 400 }, drawFew);
  expect(learn([...rows, ...rows.slice(0, 100)])).toBeNull();
  expect(learn(Array.from({ length: 400 }, drawRow))).toBeNull();
});

test('known rows come back from a file, and spoilt ones are refused', () => {
  const { known, width } = learn(repeatSome(nudge))!;
  const tensors = new TensorWriter();
  const saved = saveKnownRows(known, tensors);
  const load = (some: ReadonlyMap<string, Tensor>) => loadKnownRows(new SavedValue(saved, some), width);
  expect(load(tensors.tensors)).toEqual(known);
  const spoilt: [string, Tensor][] = [
    ['equal', Int32Array.of(width)],
    ['near', Int32Array.of(-1, 0, 1)],
    ['tolerances', known.tolerances.map((own) => -own)],
    ['tolerances', known.tolerances.subarray(1)],
    ['keys', known.keys.toReversed()],
    ['keys', known.keys.subarray(1)],
    ['cells', known.cells.with(5, Number.NaN)],
  ];
  for (const [name, tensor] of spoilt)
    expect(() => load(new Map(tensors.tensors).set(String(saved[name]), tensor)), name).toThrow(ModelFileError);
});
