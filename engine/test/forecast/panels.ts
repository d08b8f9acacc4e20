import { createRandom } from '../../src/random.ts';
import { numberColumn, tableOf, textColumn } from '../tables.ts';

interface PanelOptions {
  /** First year. */
  from?: number;
  scale?: number;
  quarters?: number;
  /** The same rows from the last to the first. */
  isBackward?: boolean;
}

/** Quarterly sales of two shops: a trend, a season, a little noise, and a useless column. */
export function sales({ from = 2000, scale = 1, quarters = 40, isBackward = false }: PanelOptions = {}) {
  const random = createRandom(8);
  const rows = ['north', 'south'].flatMap((shop, index) =>
    Array.from({ length: quarters }, (_, place) => ({
      shop,
      quarter: `${from + Math.floor(place / 4)}-Q${(place % 4) + 1}`,
      amount: scale * ((index + 1) * (100 + 2 * place + 15 * Number(place % 4 === 3)) + 4 * random()),
      staff: Math.floor(10 * random()),
    })),
  );
  if (isBackward) rows.reverse();
  return tableOf([
    textColumn(
      'shop',
      rows.map((row) => row.shop),
    ),
    textColumn(
      'quarter',
      rows.map((row) => row.quarter),
    ),
    numberColumn(
      'amount',
      rows.map((row) => row.amount),
    ),
    numberColumn(
      'staff',
      rows.map((row) => row.staff),
    ),
  ]);
}

export const salesRequest = { target: 'amount', orderBy: 'quarter', groupBy: ['shop'], horizon: 4 };
