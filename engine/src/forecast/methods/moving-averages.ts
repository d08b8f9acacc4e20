import { continueValues, fitOrder, type Order } from './arima.ts';
import { difference } from './differences.ts';
import type { Method } from './method.ts';

const orders: readonly Omit<Order, 'seasonalValues' | 'seasonalErrors'>[] = [
  { values: 0, errors: 1 },
  { values: 1, errors: 0 },
  { values: 1, errors: 1 },
  { values: 0, errors: 2 },
];
const plainOrders = orders.map((order) => ({ ...order, seasonalValues: 0, seasonalErrors: 0 }));
const seasonalOrders = orders.flatMap((order) => [
  { ...order, seasonalValues: 0, seasonalErrors: 1 },
  { ...order, seasonalValues: 1, seasonalErrors: 0 },
]);

/** Number of orders, from the first, that a short fit tries. */
const shortOrders = 3;

/**
 * ARIMA: the best of a few low orders by the corrected Akaike criterion, on changes from step to step and, with a
 * season, from season to season. (0,1,1)(0,1,1) is among them.
 */
export const movingAverages: Method = {
  name: 'moving averages',
  fit(fitted, season, { evaluations, isShort }) {
    const changes = differenceTwice(fitted, season);
    const skipped = season + 2;
    if (changes.length < 2 * skipped + 8) return undefined;
    const tried = (season > 1 ? seasonalOrders : plainOrders).slice(0, isShort ? shortOrders : undefined);
    const fits = tried.map((order) => fitOrder(order, changes, season, { skipped, evaluations }));
    const { lags } = fits.reduce((best, fit) => (fit.criterion < best.criterion ? fit : best));
    return (history, horizon) =>
      sumUp(history, continueValues(differenceTwice(history, season), lags, horizon), season);
  },
};

function differenceTwice(values: Float64Array, season: number): Float64Array {
  const steps = difference(values, 1);
  return season > 1 ? difference(steps, Math.min(season, steps.length)) : steps;
}

/** Undoes `differenceTwice` for changes that follow the history. */
function sumUp(history: Float64Array, changes: Float64Array, season: number): Float64Array {
  const count = history.length;
  const values = new Float64Array(count + changes.length);
  values.set(history);
  for (const [step, change] of changes.entries()) {
    const place = count + step;
    const seasonal = season > 1 ? values[place - season] - values[place - season - 1] : 0;
    values[place] = values[place - 1] + seasonal + change;
  }
  return values.subarray(count);
}
