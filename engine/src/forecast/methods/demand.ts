import type { Method } from './method.ts';
import { isRareDemand } from './rare-demand.ts';

/** How fast the estimates follow what comes; the pair with the least squared errors is used. */
const paces = [0.01, 0.03, 0.1, 0.2];
const fewestValues = 12;

/** The rate of demand as both methods carry it on: `next` takes a value, `rate` is what is expected of each step. */
type Follower = (values: Float64Array, slow: number, fast: number) => { rate: number; squares: number };

function demandMethod(name: string, follow: Follower): Method {
  return {
    name,
    fit(fitted, season) {
      if (fitted.length < fewestValues || !isRareDemand(fitted, season)) return undefined;
      const pairs = paces.flatMap((slow) => paces.map((fast) => ({ slow, fast, ...follow(fitted, slow, fast) })));
      const { slow, fast } = pairs.reduce((best, pair) => (pair.squares < best.squares ? pair : best));
      return (history, horizon) => new Float64Array(horizon).fill(follow(history, slow, fast).rate);
    },
  };
}

/** Chance and size of a demand, each smoothed; the chance also where nothing comes (Teunter, Syntetos & Babai 2011). */
export const rateOfDemand = demandMethod('rate of demand', (values, slow, fast) => {
  let { chance, size } = startOf(values);
  let squares = 0;
  for (const value of values) {
    squares += (value - chance * size) ** 2;
    chance += slow * (Number(value > 0) - chance);
    if (value > 0) size += fast * (value - size);
  }
  return { rate: chance * size, squares };
});

/** Croston's size over interval, corrected for its bias (Croston 1972, Syntetos & Boylan 2005). */
export const intervalsOfDemand = demandMethod('intervals of demand', (values, slow, fast) => {
  const start = startOf(values);
  let { size } = start;
  let [interval, waited, squares] = [1 / start.chance, 1, 0];
  const rateOf = () => ((1 - slow / 2) * size) / interval;
  for (const value of values) {
    squares += (value - rateOf()) ** 2;
    if (value > 0) {
      interval += slow * (waited - interval);
      size += fast * (value - size);
      waited = 1;
    } else waited += 1;
  }
  return { rate: rateOf(), squares };
});

/** Over the whole history: rare demand has few values to start from. */
function startOf(values: Float64Array): { chance: number; size: number } {
  let [count, sum] = [0, 0];
  for (const value of values) {
    if (value > 0) count += 1;
    sum += value;
  }
  return { chance: Math.max(1, count) / values.length, size: count > 0 ? sum / count : 0 };
}
