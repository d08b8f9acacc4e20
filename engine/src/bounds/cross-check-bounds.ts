import type { CalibrationBin } from '../description.ts';
import { studentQuantile } from '../numerics/student.ts';
import { rowNumbers } from '../random.ts';
import { dealGroups } from '../splits/deal-groups.ts';
import { errorOfShare, type JudgedAnswers } from './calibration-table.ts';
import { askedFor, expectShift, type ScaledRows } from './coverages.ts';
import { type BoundsFit, type BoundsInput, learningStep, pick, pickEnds } from './fit-bounds.ts';
import { placeBounds } from './fitted-bounds.ts';
import { collectLocalBounds, createBoundReader, type Knot } from './local.ts';
import { bringInto, limitBounds, type Support } from './support.ts';

const folds = 5;
/** Coverage of bounds where the caller asks for none. */
const usualLevel = 0.9;
const levels = [0.5, 0.6, 0.7, 0.8, usualLevel, 0.95];

/** How often bounds of each coverage hold, and for which rows the default ones do. */
export interface CheckedBounds {
  calibration: CalibrationBin[];
  answers: JudgedAnswers;
}

/**
 * Measures how often bounds hold as they are served: within the support, and whole where the target is. Each fifth of
 * the rows is judged by bounds from the other four, and the expected gain from more rows is added. `doubt` is the
 * relative standard error of the size of errors of the served model.
 */
export function crossCheckBounds(
  input: BoundsInput & Required<Pick<BoundsInput, 'truth'>>,
  { fitted, rows, scales, repeats }: BoundsFit,
  doubt = 0,
): CheckedBounds {
  const { values, support } = input.truth;
  const known: ScaledRows = { ...pick(input, rows), scales };
  const foldOf = dealGroups(input.group ?? rowNumbers(input.errors.length), rows, folds, input.seed + 1);
  const inside = levels.map(() => new Uint8Array(rows.length));
  for (let fold = 0; fold < folds; fold++) {
    const ends = pickEnds(input, rows)?.filter((_, place) => foldOf[place] !== fold);
    const others = choose(known, (place) => foldOf[place] !== fold);
    const own = choose(known, (place) => foldOf[place] === fold);
    if (others.errors.length === 0 || own.errors.length === 0) continue;
    const knots = collectLocalBounds(
      others.predictions,
      others.errors.map((error, place) => error / others.scales[place]),
      repeats,
      ends,
    );
    const places = rowNumbers(rows.length).filter((place) => foldOf[place] === fold);
    const truths = Float64Array.from(places, (place) => values[rows[place]]);
    for (const [index, level] of levels.entries())
      for (const [at, mark] of markServed(knots, askedFor(fitted.coverages, level), own, truths, support).entries())
        inside[index][places[at]] = mark;
  }
  const step = learningStep(input, rows, scales);
  const shifts = levels.map((level) =>
    step ? expectShift(fitted.knots, askedFor(fitted.coverages, level), step) : { mean: 0, error: 0 },
  );
  const calibration = levels.map((confidence, index) => {
    const seen = inside[index].reduce((sum, mark) => sum + mark, 0) / rows.length;
    const observed = Math.min(1, Math.max(0, seen + shifts[index].mean));
    const standard_error = errorOfShare(
      observed,
      rows.length / repeats,
      Math.hypot(shifts[index].error, doubt * slopeAt(confidence)),
    );
    return { confidence, observed, standard_error, count: rows.length };
  });
  const usual = levels.indexOf(usualLevel);
  const all = (value: number) => new Float64Array(rows.length).fill(value);
  return {
    calibration,
    answers: {
      rows,
      isRight: inside[usual],
      expected: all(usualLevel),
      shifts: all(shifts[usual].mean),
      group: input.group,
    },
  };
}

/** Change of the share inside bounds where errors shrink, by the logarithm of their size; that of normal errors. */
function slopeAt(level: number): number {
  const quantile = studentQuantile(level, Number.POSITIVE_INFINITY);
  return (2 * quantile * Math.exp(-(quantile ** 2) / 2)) / Math.sqrt(2 * Math.PI);
}

/** 1 for each row whose truth lies within its bounds as they are served. */
function markServed(
  knots: readonly Knot[],
  coverage: number,
  { predictions, scales }: ScaledRows,
  truths: Float64Array,
  support: Support,
): Uint8Array {
  const read = createBoundReader(knots, coverage);
  const bounds = { lower: 0, upper: 0 };
  return Uint8Array.from(predictions, (prediction, row) => {
    placeBounds(read, prediction, scales[row], bounds);
    limitBounds(support, bringInto(support, prediction), bounds);
    return Number(truths[row] >= bounds.lower && truths[row] <= bounds.upper);
  });
}

function choose({ predictions, errors, scales }: ScaledRows, isWanted: (place: number) => boolean): ScaledRows {
  const some = (values: Float64Array) => values.filter((_, place) => isWanted(place));
  return { predictions: some(predictions), errors: some(errors), scales: some(scales) };
}
