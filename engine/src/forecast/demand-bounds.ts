import type { SavedValue } from '../model-file/reader.ts';
import type { TensorWriter } from '../model-file/tensors.ts';
import { once } from '../once.ts';
import type { Far } from './inputs/far-inputs.ts';
import type { Value, Valued } from './valued.ts';

/** The last values of the series of rare demand, of which the bounds of their sums are. */
export interface DemandState {
  /** Numbers of these series, ascending. */
  series: Int32Array;
  /** As many values of each as `length`; the first ones are NaN where a series is shorter. */
  values: Float64Array;
  length: number;
}

const mostValues = 400;
/** Windows may cover at most this share of the values; the variance of longer sums grows with their length. */
const longestShare = 0.25;

/** Null where no series is one of rare demand. */
export function keepDemand(histories: readonly Float64Array[], areRare: readonly boolean[], units: readonly number[]) {
  const series = Int32Array.from([...histories.keys()].filter((index) => areRare[index]));
  if (series.length === 0) return null;
  const length = Math.min(mostValues, Math.max(...Array.from(series, (index) => histories[index].length)));
  const values = new Float64Array(series.length * length).fill(Number.NaN);
  for (const [place, index] of series.entries()) {
    const last = histories[index].subarray(-length);
    values.set(
      last.map((value) => value * units[index]),
      (place + 1) * length - last.length,
    );
  }
  return { series, values, length };
}

/** Bounds of a coverage around forecasts of sums over as many steps as `countOf` says. */
type BoundDemand = (valued: Valued, coverage: number, countOf: (series: number, steps: number) => number) => Valued;

/** Gives series of rare demand the bounds of their own sums over as many steps: these are skewed, and often begin at 0. */
export function createDemandBounds(demand: DemandState | null): BoundDemand {
  if (!demand) return (valued) => valued;
  // All predictions share it: there may be thousands of series, of which one is asked.
  const placesOf = once(() => new Map(Array.from(demand.series, (series, place) => [series, place])));
  return (valued, coverage, countOf) => {
    const places = placesOf();
    const known = new Map<string, Quantiles>();
    return (series, steps, given) => {
      const own = valued(series, steps, given);
      const place = places.get(series);
      if (place === undefined || 'column' in own) return own;
      const count = countOf(series, steps);
      const key = `${series} ${count}`;
      const quantiles = known.get(key) ?? quantilesOf(valuesAt(demand, place), count, coverage);
      known.set(key, quantiles);
      return widen(boundsAround(Math.max(0, own.value), quantiles, count), own.far);
    };
  };
}

interface Quantiles {
  mean: number;
  lower: number;
  upper: number;
}

function valuesAt({ values, length }: DemandState, place: number): Float64Array {
  return values.subarray(place * length, (place + 1) * length).filter((value) => !Number.isNaN(value));
}

/** Sums are as much larger as more is expected than before; a single demand is no smaller because it is rarer. */
function boundsAround(value: number, { mean, lower, upper }: Quantiles, count: number): Value {
  const more = mean > 0 ? value / mean : 1;
  const least = Math.min(value, lower * Math.min(1, more));
  const most = Math.max(value, upper * (count > 1 ? more : Math.max(1, more)));
  return { value, below: value - least, above: most - value };
}

function widen(own: Value, far: Far | undefined): Value {
  return far ? { ...own, below: own.below * far.times, above: own.above * far.times, far } : own;
}

function quantilesOf(values: Float64Array, count: number, coverage: number): Quantiles {
  const window = Math.max(1, Math.min(count, Math.floor(longestShare * values.length)));
  const sums = sumWindows(values, window).sort();
  const mean = sums.reduce((sum, value) => sum + value / sums.length, 0);
  const longer = count / window;
  const stretch = (sum: number) => Math.max(0, longer * mean + Math.sqrt(longer) * (sum - mean));
  const independent = Math.max(1, values.length / window);
  const risk = 1 - coverage;
  const atMost = (level: number) => sums[Math.min(sums.length - 1, Math.ceil(level * sums.length) - 1)];
  // Where more than half of the risk lies on the least sum, the lower bound excludes nothing.
  const isAtEnd = atMost(Math.max(risk / 2, 1 / sums.length)) === sums[0];
  const level = isAtEnd ? coverage : 1 - risk / 2;
  const upper = atMost(Math.min(1, (level * (independent + 1)) / independent));
  const lower = isAtEnd ? sums[0] : atMost(Math.max(1 / sums.length, (risk / 2) * (independent / (independent + 1))));
  return { mean: longer * mean, lower: stretch(lower), upper: stretch(upper) };
}

function sumWindows(values: Float64Array, window: number): Float64Array {
  const sums = new Float64Array(values.length - window + 1);
  let sum = 0;
  for (const [place, value] of values.entries()) {
    sum += value;
    if (place >= window) sum -= values[place - window];
    if (place >= window - 1) sums[place - window + 1] = Math.max(0, sum);
  }
  return sums;
}

export function saveDemand({ series, values, length }: DemandState, tensors: TensorWriter) {
  const shortest = Int32Array.from(series, (_, place) => valuesAt({ series, values, length }, place).length);
  const cells = values.map((value) => value || 0);
  return { series: tensors.add(series), values: tensors.add(cells), counts: tensors.add(shortest), length };
}

/** Absent in older files and where demand is not rare. */
export function loadDemand(saved: SavedValue, seriesCount: number): DemandState | null {
  if (saved.isNull) return null;
  const length = saved.get('length').integer(1, mostValues);
  const series = saved.get('series').integers(Int32Array, 0, seriesCount - 1);
  const counts = saved.get('counts').integers(Int32Array, 1, length, series.length);
  const cells = saved.get('values').doubles(series.length * length);
  const values = cells.map((value, index) =>
    index % length < length - counts[Math.floor(index / length)] ? Number.NaN : value,
  );
  return { series, values, length };
}
