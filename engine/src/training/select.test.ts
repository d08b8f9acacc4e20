import { expect, test } from 'vitest';
import { numberColumn, tableOf } from '../../test/tables.ts';
import { openTable } from '../large-tables/large-table.ts';
import { Monitor } from '../monitor.ts';
import { createRandom } from '../random.ts';
import { prepare } from './prepare.ts';
import { search, select } from './select.ts';
import type { Found } from './selection.ts';

const random = createRandom(8);
const draw = () => {
  const [a, b, c] = [random(), random(), random()];
  return [a, b, c, 3 * a + 2 * b + c + random()];
};

async function searchOn(rows: readonly number[][]): Promise<Found> {
  const cellsOf = (place: number) => rows.map((row) => row[place]);
  const table = tableOf(['a', 'b', 'c', 'y'].map((name, place) => numberColumn(name, cellsOf(place))));
  const monitor = new Monitor({});
  const request = { target: 'y', effort: 'quick' as const };
  return search(await prepare(await openTable(table, request, monitor), request, monitor));
}

/** A training of 40 seconds took 52, because bags were reckoned to be ready. */
test('bags that known rows have fitted again are kept as far as there is time to fit them', async () => {
  const alone = Array.from({ length: 300 }, draw);
  for (const [rows, isShort] of [
    [alone, false],
    [[...alone, ...alone.slice(0, 60)], true],
  ] as const) {
    const found = await searchOn(rows);
    const contenders = found.contenders.map((contender) => ({
      ...contender,
      seconds: 1e6,
      result: { ...contender.result, bag: () => contender.result.models },
    }));
    const { isCutShort } = await select({ ...found, contenders });
    expect(isCutShort).toBe(isShort);
  }
});
