import { expect, test } from 'vitest';
import { expressionOf } from '../realise/sql-parts.ts';
import { inOneSpelling } from './spellings.ts';

const column = (values: readonly string[], distinct = values.length) => ({
  name: 'city',
  type: 'text',
  distinct,
  values,
});
const fold = (values: readonly string[], distinct?: number) =>
  inOneSpelling(
    [column(values, distinct)],
    values.map((value) => [value]),
    10_000,
  );

test('the first spelling without blanks stands for all, in cells, values and SQL', () => {
  const { columns, rows } = fold(['Rome ', 'Rome', 'ROME', 'Oslo', "L'Aquila", "l'aquila"]);
  expect(rows.flat()).toEqual(['Rome', 'Rome', 'Rome', 'Oslo', "L'Aquila", "L'Aquila"]);
  expect([columns[0].values, columns[0].distinct]).toEqual([['Rome', 'Oslo', "L'Aquila"], 3]);
  const field = { at: 0, column: columns[0], part: 'whole', kind: 'text' } as const;
  expect(expressionOf(field)).toBe(
    `CASE "city" WHEN 'Rome ' THEN 'Rome' WHEN 'ROME' THEN 'Rome' WHEN 'l''aquila' THEN 'L''Aquila' ELSE "city" END`,
  );
  const worked = { ...field, column: { ...columns[0], formula: 'length("city")' } };
  expect(expressionOf(worked)).toBe('(length("city"))');
});

test('codes of one letter stay apart', () => expect(fold(['A', 'a', 'B']).rows.flat()).toEqual(['A', 'a', 'B']));

test('a part of the values is not folded, nor what SQL would take long for', () => {
  expect(fold(['Rome', 'rome'], 500).columns[0]).not.toHaveProperty('spellings');
  const many = Array.from({ length: 100 }, (_, at) => [`Town ${at}`, `town ${at}`]).flat();
  const cells = many.map((value) => [value]);
  expect(inOneSpelling([column(many)], cells, 10_000).columns[0].distinct).toBe(100);
  expect(inOneSpelling([column(many)], cells, 1_000_000).rows.flat()).toEqual(many);
});

test('a hundred thousand blanks take no time', () => {
  const started = performance.now();
  fold([`x${' '.repeat(100_000)}y`, `x${' '.repeat(100_000)}Y`]);
  expect(performance.now() - started).toBeLessThan(1000);
});
