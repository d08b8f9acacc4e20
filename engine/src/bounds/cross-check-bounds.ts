import { rowNumbers } from '../random.ts';
import { dealGroups } from '../splits/deal-groups.ts';
import type { CalibrationBin, JudgedAnswers } from './calibration-table.ts';
import { askedFor, expectShift, markInside, type ScaledRows } from './coverages.ts';
import { type BoundsFit, type BoundsInput, learningStep, pick, rowsPerGroup } from './fit-bounds.ts';
import { collectLocalBounds } from './local.ts';

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
 * Measures how often bounds hold. Each fifth of the rows is judged by bounds from the other four, and the expected gain
 * from more rows is added.
 */
export function crossCheckBounds(input: BoundsInput, { fitted, rows, scales }: BoundsFit): CheckedBounds {
  const known: ScaledRows = { ...pick(input, rows), scales };
  const foldOf = dealGroups(input.group ?? rowNumbers(input.errors.length), rows, folds, input.seed + 1);
  const inside = levels.map(() => new Uint8Array(rows.length));
  for (let fold = 0; fold < folds; fold++) {
    const others = choose(known, (place) => foldOf[place] !== fold);
    const own = choose(known, (place) => foldOf[place] === fold);
    if (others.errors.length === 0 || own.errors.length === 0) continue;
    const knots = collectLocalBounds(
      others.predictions,
      others.errors.map((error, place) => error / others.scales[place]),
      rowsPerGroup(input.group, rows),
    );
    const places = rowNumbers(rows.length).filter((place) => foldOf[place] === fold);
    for (const [index, level] of levels.entries())
      for (const [at, mark] of markInside(knots, askedFor(fitted.coverages, level), own).entries())
        inside[index][places[at]] = mark;
  }
  const step = learningStep(input, rows, scales);
  const shifts = levels.map((level) => (step ? expectShift(fitted.knots, askedFor(fitted.coverages, level), step) : 0));
  const calibration = levels.map((confidence, index) => {
    const seen = inside[index].reduce((sum, mark) => sum + mark, 0) / rows.length;
    return { confidence, observed: Math.min(1, Math.max(0, seen + shifts[index])), count: rows.length };
  });
  const usual = levels.indexOf(usualLevel);
  const expected = new Float64Array(rows.length).fill(usualLevel);
  return { calibration, answers: { rows, isRight: inside[usual], expected, shift: shifts[usual], group: input.group } };
}

function choose({ predictions, errors, scales }: ScaledRows, isWanted: (place: number) => boolean): ScaledRows {
  const some = (values: Float64Array) => values.filter((_, place) => isWanted(place));
  return { predictions: some(predictions), errors: some(errors), scales: some(scales) };
}
