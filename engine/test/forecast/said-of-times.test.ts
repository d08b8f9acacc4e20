import { expect, test } from 'vitest';
import { train } from '../../src/train.ts';
import { numberColumn, tableOf, textColumn } from '../tables.ts';

const request = { target: 'y', orderBy: 't', horizon: 2, timeBudgetSeconds: 1 };
const dayOf = (index: number) => new Date(Date.UTC(2024, 0, 1 + index)).toISOString().slice(0, 10);

async function warningsOf(rows: readonly { t: string; g?: string }[], change: object = {}) {
  const table = tableOf([
    textColumn(
      't',
      rows.map(({ t }) => t),
    ),
    textColumn(
      'g',
      rows.map(({ g = '' }) => g),
    ),
    numberColumn(
      'y',
      rows.map((_, place) => 10 + (place % 7)),
    ),
  ]);
  return (await train(table, { ...request, ...change })).description.warnings.join('\n');
}

test('rows without a time are left out, and it is said how many', async () => {
  const rows = Array.from({ length: 80 }, (_, index) => ({ t: index % 5 ? dayOf(index - Math.ceil(index / 5)) : '' }));
  expect(await warningsOf(rows)).toContain(
    '16 rows without a time were left out of the series: `t` has no value there',
  );
  expect(await warningsOf(rows.filter(({ t }) => t !== ''))).not.toContain('without a time');
});

test('a series with fewer days of the week than the others is named', async () => {
  const weekday = (index: number) => (index + 7) % 7;
  const rows = Array.from({ length: 70 }, (_, index) => index).flatMap((index) => [
    ...(weekday(index) < 6 ? [{ t: dayOf(index), g: 'A' }] : []),
    ...(weekday(index) < 5 ? [{ t: dayOf(index), g: 'B' }] : []),
  ]);
  const said = await warningsOf(rows, { groupBy: ['g'] });
  expect(said).toContain('one value for each day from Monday to Saturday, although g = B has one for each weekday');
  const alike = rows.filter(({ t }) => new Date(t).getUTCDay() < 6);
  expect(await warningsOf(alike, { groupBy: ['g'] })).not.toContain('although');
});
