import { expect, test } from 'vitest';
import { textColumn } from '../../test/tables.ts';
import { readField } from '../columns/fields.ts';
import { profileColumn } from '../columns/profile.ts';
import { createRandom, rowNumbers } from '../random.ts';
import { makeRowSplits } from '../splits/folds.ts';
import { fitTextColumn } from './fit-text.ts';
import { hashTokens } from './tokens.ts';

const random = createRandom(3);
const pick = (words: readonly string[]) => words[Math.floor(random() * words.length)];
const neutral = ['flight', 'crew', 'seat', 'gate', 'bag', 'today', 'again'];
const rowCount = 200;
const truth = Float64Array.from({ length: rowCount }, () => Number(random() < 0.5));
const texts = Array.from(truth, (label, row) =>
  [pick(neutral), pick(neutral), pick(label ? ['lovely', 'great'] : ['awful', 'late']), pick(neutral), row].join(' '),
);
const rows = rowNumbers(rowCount);
const column = textColumn('text', texts);
const field = readField(column, { ...profileColumn(column), kind: 'text' }, rows);
const rowSplits = makeRowSplits({
  rowCount,
  folds: 5,
  repeats: 1,
  seed: 0,
  group: rows,
  stratum: Int32Array.from(truth),
});

async function fit() {
  if (field.type !== 'text') throw new Error('a text was expected');
  const labels = { task: 'binary' as const, values: truth, classCount: 2, loss: 'log' as const };
  return fitTextColumn(field, 0, labels, rowSplits, { deadline: Number.POSITIVE_INFINITY, pause: async () => {} });
}

test('scores of unseen rows tell the classes apart', async () => {
  const { columns } = await fit();
  const right = truth.filter((label, row) => columns[0][row] > 0 === (label === 1)).length;
  expect(right / rowCount).toBeGreaterThan(0.95);
});

test('the encoder scores new texts, and misses missing ones', async () => {
  const { encoder } = await fit();
  const slots = new Float64Array(encoder.features.length + 1);
  encoder.encode(Number.NaN, 'What a LOVELY crew!', slots, 1);
  expect(slots[1]).toBeGreaterThan(0);
  encoder.encode(Number.NaN, undefined, slots, 1);
  expect(slots.subarray(1).every(Number.isNaN)).toBe(true);
});

test('tokens do not depend on case, and every text has a finite number of them', () => {
  expect(hashTokens('Late AGAIN')).toEqual(hashTokens('late again'));
  expect(hashTokens('')).toEqual([]);
  expect(hashTokens('🛫 مرحبا'.repeat(100_000)).length).toBeLessThan(100_000);
});
