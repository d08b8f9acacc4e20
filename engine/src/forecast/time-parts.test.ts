import { expect, test } from 'vitest';
import { type PartColumn, sqlOfParts } from './time-parts.ts';

const year: PartColumn = { name: 'year', type: 'number', least: 2019, most: 2023 };
const part = (name: string, least: number, most: number): PartColumn => ({ name, type: 'number', least, most });

test.each<[PartColumn, PartColumn, string | undefined]>([
  [year, part('month', 1, 12), "year::INT || '-' || lpad(month::INT::VARCHAR, 2, '0')"],
  [year, { name: 'Monat', type: 'text' }, "year::INT || '-' || Monat"],
  [year, part('quarter', 1, 4), "year::INT || '-Q' || quarter::INT"],
  [year, part('KW', 1, 53), "year::INT || '-W' || lpad(KW::INT::VARCHAR, 2, '0')"],
  [{ name: 'Datum', type: 'time' }, part('Uhr zeit', 0, 23.5), 'Datum::TIMESTAMP + to_seconds(3600 * "Uhr zeit")'],
  [year, part('months_employed', 1, 90), undefined],
  [year, part('price', 1, 12), undefined],
  [{ name: 'Datum', type: 'time' }, part('month', 1, 12), undefined],
])('%j and %j make times by SQL', (time, other, sql) => {
  const whole = sqlOfParts(time.name, [time, other], 't');
  expect(whole).toBe(sql && `SELECT *, ${sql} AS moment FROM t`);
});

test('a day goes along, and a part of the year finds the year', () => {
  const columns = [part('day', 1, 31), part('month', 1, 12), year];
  const sql = 'SELECT *, make_date(year::INT, month::INT, day::INT) AS moment FROM t';
  expect(['year', 'month'].map((name) => sqlOfParts(name, columns, 't'))).toEqual([sql, sql]);
  expect(sqlOfParts('day', columns, 't')).toBeUndefined();
});
