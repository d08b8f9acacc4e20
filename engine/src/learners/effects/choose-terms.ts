import type { Encoded } from '../../encoding/frame.ts';
import { createRandom, shuffle } from '../../random.ts';
import { type EffectRows, fitEffects, sumLevels } from './fit-effects.ts';
import { codeRows, levelRows, makeTerm, type Term, type View, viewIntervals, viewValues } from './levels.ts';

/** The views of the slots, and the sets of views whose combinations have effects. */
export interface Plan {
  views: readonly View[];
  sets: readonly (readonly number[])[];
}

/** A category with fewer values needs no shrinking; numbers of fewer values are told apart by intervals. */
export const fewestValues = 20;
const fewestCodes = 100;
/** Numbers have effects by coarse and by fine intervals, so that near ones share most of theirs. */
const [coarse, fine] = [8, 32];
const mostRows = 20_000;
const passes = 5;
/** A set must lower the loss of the other half by this many standard errors, since dozens are tried. */
const sureErrors = 2.5;
/** Slots that are combined, and sets that are added in each of two rounds. */
const [mostCombined, mostAdded] = [12, 6];

/** Whether the numbers of a column may stand for something, as numbers of shops do: whole, many, and met again. */
export function mayBeCodes(column: Float64Array): boolean {
  const seen = new Map<number, number>();
  for (const value of column) {
    if (Number.isNaN(value)) continue;
    if (!Number.isInteger(value)) return false;
    seen.set(value, (seen.get(value) ?? 0) + 1);
  }
  return seen.size >= fewestCodes && seen.size <= column.length / 3;
}

/**
 * Chooses the sets of slots whose combinations have effects: all categories, intervals of all numbers, and greedily what
 * lowers the loss of rows that it was not fitted on: numbers that stand for something, pairs, and pairs with a third.
 */
export function chooseTerms(
  encoded: Encoded,
  truth: Float64Array,
  isClass: boolean,
  train: Int32Array,
  seed: number,
): Plan {
  const rows = shuffle(train.slice(), createRandom(seed + 7)).subarray(0, mostRows);
  const { views, isCategory, isDoubtful } = listViews(encoded, rows);
  const halves = [rows.subarray(0, rows.length >> 1), rows.subarray(rows.length >> 1)].map((own) => ({
    truth: Float64Array.from(own, (row) => truth[row]),
    codes: views.map((view) => codeRows(view, encoded, own)),
  }));
  let sets = [...views.keys()].filter((view) => !isDoubtful[view]).map((view) => [view]);
  const tried = new Set<string>();
  const addBest = (asked: readonly (readonly number[])[]) => {
    const fresh = asked.filter((set) => {
      const isFresh = !tried.has(String(set));
      tried.add(String(set));
      return isFresh;
    });
    const sure = judgeSets(fresh, sets, views, halves, isClass).filter(({ sureness }) => sureness > sureErrors);
    const added = sure.sort((a, b) => b.gain - a.gain).slice(0, mostAdded);
    sets = [...sets, ...added.map(({ set }) => [...set])];
    return added.map(({ set }) => set);
  };
  addBest([...views.keys()].filter((view) => isDoubtful[view]).map((view) => [view]));
  const weights = weighViews(sets, views, halves[0], isClass);
  const single = sets
    .flatMap((set, place) => (isCategory[set[0]] ? [{ view: set[0], weight: weights[place] }] : []))
    .sort((a, b) => b.weight - a.weight)
    .slice(0, mostCombined)
    .map(({ view }) => view)
    .sort((a, b) => a - b);
  const pairs = single.flatMap((first, place) => single.slice(place + 1).map((second) => [first, second]));
  const added = addBest(pairs);
  if (added.length === 0) return { views, sets };
  const wider = added.flatMap((set) =>
    single.filter((view) => !set.includes(view)).map((view) => [...set, view].sort((a, b) => a - b)),
  );
  tried.clear();
  for (const set of sets) tried.add(String(set));
  addBest([...pairs, ...wider]);
  return { views, sets };
}

/** How much each set moves the scores of the rows. */
function weighViews(
  sets: readonly (readonly number[])[],
  views: readonly View[],
  half: Half,
  isClass: boolean,
): number[] {
  const terms = sets.map((set) => makeTerm(set, views, half.codes));
  const rows = rowsOf(terms, views, half, isClass);
  const fitted = fitEffects(rows, passes);
  return fitted.terms.map(({ effects }, place) =>
    rows.levels[place].reduce((sum, level) => sum + effects[level] ** 2, 0),
  );
}

function listViews({ features, columns, encoders }: Encoded, rows: Int32Array) {
  // Effects estimate means of the target themselves.
  const isStatistic = new Set(
    encoders.flatMap(({ slot, encoder: { label, features: own } }) =>
      label === 'target statistics' ? own.map((_, place) => slot + place) : [],
    ),
  );
  const views: View[] = [];
  const [isCategory, isDoubtful]: boolean[][] = [[], []];
  const add = (view: View, category: boolean, doubtful: boolean) => {
    views.push(view);
    isCategory.push(category);
    isDoubtful.push(doubtful);
  };
  for (const [slot, { categories }] of features.entries()) {
    if (isStatistic.has(slot)) continue;
    if (categories > 0) add(viewValues(slot, columns[slot], rows), true, false);
    else {
      add(viewIntervals(slot, columns[slot], rows, coarse), true, false);
      add(viewIntervals(slot, columns[slot], rows, fine), false, false);
      if (mayBeCodes(columns[slot])) add(viewValues(slot, columns[slot], rows), true, true);
    }
  }
  return { views, isCategory, isDoubtful };
}

interface Half {
  truth: Float64Array;
  codes: Int32Array[];
}

/** Judges each set by what it lowers the loss of one half, fitted on the other above the sets that are chosen already. */
function judgeSets(
  asked: readonly (readonly number[])[],
  sets: readonly (readonly number[])[],
  views: readonly View[],
  [left, right]: readonly Half[],
  isClass: boolean,
) {
  const found = asked.map((set) => ({ set, gain: 0, squares: 0, sureness: 0 }));
  if (asked.length === 0) return found;
  for (const [known, held] of [
    [left, right],
    [right, left],
  ]) {
    const terms = sets.map((set) => makeTerm(set, views, known.codes));
    const knownRows = rowsOf(terms, views, known, isClass);
    const fitted = fitEffects(knownRows, passes);
    const scoreHalf = ({ levels, truth }: EffectRows) =>
      truth.map((_, row) =>
        fitted.terms.reduce((sum, { effects }, term) => sum + (effects[levels[term][row]] ?? 0), fitted.intercept),
      );
    const scores = scoreHalf(knownRows);
    const heldScores = scoreHalf(rowsOf(terms, views, held, isClass));
    const noise = known.truth.reduce((sum, value, row) => sum + (value - scores[row]) ** 2 / scores.length, 0) || 1;
    for (const one of found) {
      const term = makeTerm(one.set, views, known.codes);
      const effects = effectsOf(term, views, known, scores, isClass, noise);
      const levels = levelRows(term, views, held.codes);
      for (let row = 0; row < levels.length; row++) {
        if (levels[row] < 0) continue;
        const score = heldScores[row];
        const gain =
          lossOf(held.truth[row], score, isClass) - lossOf(held.truth[row], score + effects[levels[row]], isClass);
        one.gain += gain;
        one.squares += gain * gain;
      }
    }
  }
  return found.map((one) => ({ ...one, sureness: one.gain / (Math.sqrt(one.squares) || 1) }));
}

function rowsOf(terms: readonly Term[], views: readonly View[], { truth, codes }: Half, isClass: boolean): EffectRows {
  return {
    levels: terms.map((term) => levelRows(term, views, codes)),
    levelCounts: terms.map(({ levels }) => levels.size),
    truth,
    isClass,
  };
}

/** One step towards the effects of a term above given scores, shrunk by their own variance. */
function effectsOf(
  term: Term,
  views: readonly View[],
  known: Half,
  scores: Float64Array,
  isClass: boolean,
  noise: number,
) {
  const levels = levelRows(term, views, known.codes);
  const { slopes, curvatures } = sumLevels(scores, { truth: known.truth, isClass }, levels, term.levels.size, noise);
  let variance = isClass ? 0.3 : 0.1 * noise;
  const shrunk = () => slopes.map((slope, level) => slope / (curvatures[level] + 1 / variance));
  for (let pass = 0; pass < 4; pass++) {
    const used = curvatures.reduce((sum, curvature) => sum + curvature / (curvature + 1 / variance), 0);
    variance = Math.max(1e-6, shrunk().reduce((sum, effect) => sum + effect * effect, 0) / Math.max(used, 1e-9));
  }
  return shrunk();
}

function lossOf(truth: number, score: number, isClass: boolean): number {
  if (!isClass) return (truth - score) ** 2;
  return Math.log1p(Math.exp(truth === 1 ? -score : score));
}
