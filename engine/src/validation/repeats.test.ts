import { expect, onTestFinished, test, vi } from 'vitest';
import { createRandom } from '../random.ts';
import { findRepeats } from './repeats.ts';
import { RowKeys } from './row-keys.ts';

const random = createRandom(3);
const numbers = (count: number) => Float64Array.from({ length: count }, random);
const codes = (count: number, most: number) => Float64Array.from({ length: count }, () => Math.floor(random() * most));
const repeat = (values: Float64Array, times: number) =>
  Float64Array.from({ length: values.length * times }, (_, row) => values[row % values.length]);

const columns = [numbers(100), numbers(100), codes(100, 4), codes(100, 2)];
const target = numbers(100);

test('a table that stands three times over is one of repetitions', () => {
  const { group, repeated, differing } = findRepeats(
    columns.map((cells) => repeat(cells, 3)),
    repeat(target, 3),
  );
  expect([repeated, differing]).toEqual([200, []]);
  expect([...group.subarray(100, 200)]).toEqual([...group.subarray(0, 100)]);
});

test.each([
  ['a timestamp', [numbers(200)]],
  ['a timestamp and a counter', [numbers(200), codes(200, 60)]],
])('a table twice, its rows told apart by %s, is one of repetitions', (_, others) => {
  const { repeated, differing } = findRepeats(
    [...columns.map((cells) => repeat(cells, 2)), ...others],
    repeat(target, 2),
  );
  expect([repeated, differing]).toEqual([100, others.map((__, place) => 4 + place)]);
});

test('rows alike by chance are none: few short columns, or most columns equal', () => {
  const few = findRepeats([codes(2000, 4), codes(2000, 2), codes(2000, 3)], codes(2000, 2));
  expect(few.repeated).toBe(0);
  const rare = Array.from({ length: 12 }, () => codes(800, 12).map((code) => Number(code === 0)));
  expect(findRepeats(rare, codes(800, 2)).differing).toEqual([]);
  expect(findRepeats(columns, target).repeated).toBe(0);
});

test('a missing cell equals a missing cell', () => {
  const gaps = columns.map((cells, column) => cells.map((cell, row) => ((row + column) % 7 === 0 ? Number.NaN : cell)));
  const { repeated } = findRepeats(
    gaps.map((cells) => repeat(cells, 2)),
    repeat(target, 2),
  );
  expect(repeated).toBe(100);
});

test('inputs that stand three times with the target measured again are alike, not repeated', () => {
  const { repeated, alike } = findRepeats(
    columns.map((cells) => repeat(cells, 3)),
    numbers(300),
  );
  expect([repeated, alike?.columns]).toEqual([0, [0, 1, 2, 3]]);
  expect([...alike!.group.subarray(100, 200)]).toEqual([...alike!.group.subarray(0, 100)]);
});

test('a narrow table whose rows stand three times is one of repetitions, though its cells are few', () => {
  const [width, height] = [12, 24];
  const cells = Array.from({ length: width * height }, (_, row) => [row % width, Math.floor(row / width)]);
  const narrow = [0, 1].map((column) => Float64Array.from(cells, (one) => one[column]));
  const classes = Float64Array.from(cells, ([one, other]) => Number(one * 2 > other));
  const thrice = narrow.map((column) => repeat(column, 3));
  expect(findRepeats(thrice, repeat(classes, 3)).repeated).toBe(2 * width * height);
  expect(findRepeats(narrow, classes).repeated).toBe(0);
});

test('businesses of a narrow table with a row a year are alike at most, not repeated', () => {
  const business = Float64Array.from({ length: 400 }, (_, row) => row % 150);
  const [staff, area] = [numbers(150), numbers(150)].map((cells) => business.map((one) => cells[one]));
  const year = Float64Array.from({ length: 400 }, (_, row) => 2019 + Math.floor(row / 150));
  const stars = business.map((one) => Math.floor(3 * staff[one] + 2 * random()));
  expect(findRepeats([business, staff, area, year], stars).repeated).toBe(0);
  expect(findRepeats([staff, area, year], numbers(400)).repeated).toBe(0);
});

test('things of one kind are no repetitions: a model tells its make, and many have one year', () => {
  const model = codes(2000, 40);
  const make = model.map((code) => code % 8);
  expect(findRepeats([make, model, codes(2000, 15)], numbers(2000))).toMatchObject({ repeated: 0, alike: null });
  expect(findRepeats([make, model], numbers(2000))).toMatchObject({ repeated: 0, alike: null });
});

test('rows that stand twice with three of eight numbers jittered are repetitions', () => {
  const eight = Array.from({ length: 8 }, () => numbers(150));
  const jittered = eight.map((cells, column) =>
    repeat(cells, 2).map((cell, row) => (column < 3 && row >= 150 ? cell + 0.01 * random() : cell)),
  );
  expect(findRepeats(jittered, repeat(numbers(150), 2))).toMatchObject({ repeated: 150, differing: [0, 1, 2] });
  expect(findRepeats(jittered, numbers(300))).toMatchObject({ repeated: 0, alike: { columns: [3, 4, 5, 6, 7] } });
});

test('rows that stand twice with all numbers jittered are repetitions, with a jittered target too', () => {
  const six = Array.from({ length: 6 }, () => numbers(150));
  const jitter = (cells: Float64Array) => repeat(cells, 2).map((cell, row) => cell + (row < 150 ? 0 : 0.01 * random()));
  const jittered = [...six.map(jitter), repeat(codes(150, 3), 2)];
  expect(findRepeats(jittered, jitter(numbers(150)))).toMatchObject({ repeated: 150, differing: [0, 1, 2, 3, 4, 5] });
  expect(findRepeats(jittered, numbers(300)).repeated).toBe(0);
  expect(findRepeats([...six, codes(150, 3)], numbers(150)).repeated).toBe(0);
});

/** Rows of which 120 are copies of 300, with all numbers changed a little. */
function copySome(measured: readonly Float64Array[], others: readonly Float64Array[]) {
  const places = Int32Array.from({ length: 420 }, (_, row) => (row < 300 ? row : Math.floor(random() * 300)));
  const copy = (cells: Float64Array) => Float64Array.from(places, (place) => cells[place]);
  const jitter = (cells: Float64Array) => copy(cells).map((cell, row) => cell + (row < 300 ? 0 : 0.001 * random()));
  return { jittered: measured.map(jitter), same: others.map(copy) };
}

test('jittered copies are all found where many rows have the same number, and copies stand beside it', () => {
  const piled = Array.from({ length: 5 }, () => codes(300, 6).map((code) => Math.max(0, code - 2)));
  const { jittered } = copySome([...piled, numbers(300), numbers(300)], []);
  const { repeated } = findRepeats(jittered.slice(1), jittered[0]);
  expect(repeated).toBeGreaterThan(110);
  expect(repeated).toBeLessThanOrEqual(126);
});

test('jittered copies are found by three numbers where all other cells are equal, and not where these differ', () => {
  const three = [numbers(300), numbers(300), numbers(300)];
  const { jittered, same } = copySome(three, [codes(300, 3), codes(300, 2), codes(300, 2)]);
  const { repeated } = findRepeats([...jittered, ...same.slice(1)], same[0]);
  expect(repeated).toBeGreaterThan(110);
  expect(repeated).toBeLessThanOrEqual(122);
  expect(findRepeats([...jittered, codes(420, 4)], codes(420, 3)).repeated).toBe(0);
  expect(findRepeats([...three, codes(300, 2)], codes(300, 2)).repeated).toBe(0);
});

test('cars of one model are no repetitions, though five columns follow from the model', () => {
  const model = codes(1500, 60);
  const attributes = [2, 3, 5, 7, 11].map((most) => model.map((code) => (code * 7) % most));
  const measured = [numbers(1500), numbers(1500), numbers(1500)];
  expect(findRepeats([model, ...attributes, ...measured], numbers(1500))).toMatchObject({ repeated: 0, alike: null });
});

test('a wide table whose rows do not repeat costs no look at each pair of its columns', () => {
  const wide = Array.from({ length: 50 }, (_, column) => (column % 2 ? numbers(1500) : codes(1500, 5)));
  const look = vi.spyOn(RowKeys.prototype, 'without');
  onTestFinished(() => look.mockRestore());
  findRepeats(wide, numbers(1500));
  expect(look.mock.calls.length).toBeLessThan(200);
});

test('copies are found where many other rows differ from each other in one column, or in the target', () => {
  const few = [codes(300, 12), codes(300, 6), codes(300, 5), codes(300, 8)];
  const prices = numbers(300).map((value) => Math.round(100 * value));
  const places = Int32Array.from({ length: 400 }, (_, row) => (row < 300 ? row : Math.floor(random() * 300)));
  const at = (cells: Float64Array) => Float64Array.from(places, (place) => cells[place]);
  expect(findRepeats(few.map(at), at(prices)).repeated).toBeGreaterThan(99);
  // Without copies few rows are equal by chance
  expect(findRepeats(few, prices).repeated).toBe(0);
});

test('copies of classes are found by their rarest cell, and not by one that follows from another', () => {
  // A balance is often 0, so that many rows differ in their income alone
  const balance = codes(300, 900).map((cell) => (cell < 300 ? 0 : cell));
  const [income, answer] = [numbers(300), codes(300, 2)];
  const places = Int32Array.from({ length: 400 }, (_, row) => (row < 300 ? row : Math.floor(random() * 300)));
  const at = (cells: Float64Array) => Float64Array.from(places, (place) => cells[place]);
  expect(findRepeats([codes(300, 2), balance, income].map(at), at(answer)).repeated).toBeGreaterThan(99);
  const town = codes(2000, 60);
  const code = town.map((one) => 10 * one);
  expect(findRepeats([town, code, codes(2000, 4), codes(2000, 3)], codes(2000, 2)).repeated).toBe(0);
});
