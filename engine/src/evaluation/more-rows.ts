import { joinPredictions } from '../learners/make-splits.ts';
import { rowNumbers } from '../random.ts';
import { blend } from '../search/ensemble.ts';
import { dealGroups } from '../splits/deal-groups.ts';
import type { Training } from '../training/prepare.ts';
import { chosen, type Selection } from '../training/selection.ts';
import { averageRepeats } from './average-repeats.ts';
import { evaluate, jackknife } from './figures.ts';
import { fitAgain, secondsOfFit } from './fit-again.ts';
import { distanceOf, type Growth } from './growth.ts';

/** The served members' predictions for some held-out rows, by fits of the race and by fits on more rows. */
export interface MoreRows {
  rows: Int32Array;
  raced: Float64Array;
  most: Float64Array;
  /** Distance from `most` to all rows, divided by that from `raced` to `most`, in logarithms of the row counts. */
  reach: number;
  /** Distance from `raced` to all rows, in units of that of ten folds. */
  distance: number;
}

/** Share of the rows that a further fit is judged by, at least this many, and most fits. */
const [askedShare, fewestAsked, mostFits] = [0.15, 100, 3];

/**
 * In haste the served model learns from up to twice as many rows as those that were judged, and longer. Fits its members
 * again on nearly all rows, as often as there is time; once also at the cost of importances, as long as there is time
 * for the fits that are served. Undefined where nothing was in haste, or where there is no time at all.
 */
export async function fitOnMore(training: Training, selection: Selection): Promise<MoreRows | undefined> {
  const { frame, rows, splits, validation, settings, deadlines, haste, large } = training;
  const members = chosen(selection);
  const { rowCount } = frame;
  const learned = splits.reduce((sum, { train }) => sum + train.length / splits.length, 0) / rowCount;
  if (!haste || large || validation.scheme === 'forward' || members.length === 0) return undefined;
  const predicted = members.map(([{ name, result }]) => ({
    name,
    predictions: joinPredictions(result.predictions.slice(0, splits.length)),
  }));
  const weights = members.map(([, weight]) => weight);
  const held = averageRepeats(frame.labels, rows, blend(predicted, weights));
  const parts = Math.floor(held.rows.length / Math.max(fewestAsked, askedShare * rowCount));
  const foldOf = dealGroups(validation.group, held.rows, Math.max(1, parts), settings.seed + 29);
  const width = held.predictions.length / held.rows.length;
  const [asked, raced, most]: [number[], number[], number[]] = [[], [], []];
  let used = 0;
  const seconds = secondsOfFit(selection) / learned;
  for (; used < Math.min(parts, mostFits); used++) {
    const left = (used === 0 ? deadlines.end - 1000 * seconds : deadlines.finish) - performance.now();
    if (1000 * seconds > left) break;
    const places = rowNumbers(held.rows.length).filter((place) => foldOf[place] === used);
    const own = Array.from(places, (place) => held.rows[place]);
    const isOwn = new Set(own);
    const train = rowNumbers(rowCount).filter((row) => !isOwn.has(row));
    asked.push(...own);
    most.push(...(await fitAgain(training, selection, train, own)));
    for (const place of places) raced.push(...held.predictions.subarray(place * width, (place + 1) * width));
  }
  if (used === 0) return undefined;
  const share = 1 - asked.length / used / rowCount;
  return {
    rows: Int32Array.from(asked),
    raced: Float64Array.from(raced),
    most: Float64Array.from(most),
    reach: Math.log(share) / Math.log(learned / share),
    distance: Math.log(learned) / Math.log(0.9),
  };
}

const folds = 10;
/** Usual change of a distance in logarithms; a measured one counts as far as it exceeds what chance gives beside this. */
const usualChange = 0.15;

/** Measures the growth of each figure on the rows that fits on more rows were judged by. */
export function measureGrowth(training: Training, { rows, raced, most, reach }: MoreRows): ReadonlyMap<string, Growth> {
  const width = raced.length / rows.length;
  const foldOf = dealGroups(training.validation.group, rows, folds, training.settings.seed + 31);
  const changes = (without: number): Record<string, number> => {
    const places = rowNumbers(rows.length).filter((place) => foldOf[place] !== without);
    const own = places.map((place) => rows[place]);
    const pick = (all: Float64Array) =>
      Float64Array.from([...places].flatMap((place) => [...all.subarray(place * width, (place + 1) * width)]));
    const [before, after] = [raced, most].map((all) =>
      evaluate(training, { rows: own, predictions: pick(all), answers: null }),
    );
    return Object.fromEntries(
      Object.keys(before).map((name) => [
        name,
        Math.log(distanceOf(name, after[name]) / distanceOf(name, before[name])),
      ]),
    );
  };
  const all = changes(-1);
  const errors = jackknife(folds, changes);
  return new Map(
    Object.entries(all).flatMap(([name, change]): [string, Growth][] => {
      const variance = errors[name] ** 2;
      const trust = usualChange ** 2 / (usualChange ** 2 + variance);
      const growth = {
        factor: Math.exp((1 + reach) * trust * change),
        error: (1 + reach) * Math.sqrt(trust * variance),
      };
      return Number.isFinite(growth.factor) && Number.isFinite(growth.error) ? [[name, growth]] : [];
    }),
  );
}
