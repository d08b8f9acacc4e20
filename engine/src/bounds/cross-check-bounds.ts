import { rowNumbers } from '../random.ts';
import { dealGroups } from '../splits/deal-groups.ts';
import type { CalibrationBin, HeldAnswers } from './calibration-table.ts';
import { askedFor, expectShift, markInside, type ScaledRows } from './coverages.ts';
import { type BoundsFit, type HeldErrors, learningStep, pick, rowsPerGroup } from './fit-bounds.ts';
import { collectLocalBounds } from './local.ts';

const parts = 5;
/** That of bounds where none is asked for. */
const usualLevel = 0.9;
const levels = [0.5, 0.6, 0.7, 0.8, usualLevel, 0.95];

/** How often bounds of each level hold, and for which rows the usual ones do. */
export interface CheckedBounds {
  calibration: CalibrationBin[];
  answers: HeldAnswers;
}

/**
 * How often bounds hold: each fifth of the rows is judged by bounds from the errors of the others, so that it may turn out
 * otherwise than asked. What is known of how errors shrink with more rows is counted in.
 */
export function crossCheckBounds(held: HeldErrors, { fitted, rows, scales }: BoundsFit): CheckedBounds {
  const known: ScaledRows = { ...pick(held, rows), scales };
  const partOf = dealGroups(held.group ?? rowNumbers(held.errors.length), rows, parts, held.seed + 1);
  const inside = levels.map(() => new Uint8Array(rows.length));
  for (let part = 0; part < parts; part++) {
    const others = choose(known, (place) => partOf[place] !== part);
    const own = choose(known, (place) => partOf[place] === part);
    if (others.errors.length === 0 || own.errors.length === 0) continue;
    const knots = collectLocalBounds(
      others.predictions,
      others.errors.map((error, place) => error / others.scales[place]),
      rowsPerGroup(held.group, rows),
    );
    const places = rowNumbers(rows.length).filter((place) => partOf[place] === part);
    for (const [index, level] of levels.entries())
      for (const [at, mark] of markInside(knots, askedFor(fitted.coverages, level), own).entries())
        inside[index][places[at]] = mark;
  }
  const step = learningStep(held, rows, scales);
  const shifts = levels.map((level) => (step ? expectShift(fitted.knots, askedFor(fitted.coverages, level), step) : 0));
  const calibration = levels.map((confidence, index) => {
    const seen = inside[index].reduce((sum, mark) => sum + mark, 0) / rows.length;
    return { confidence, observed: Math.min(1, Math.max(0, seen + shifts[index])), count: rows.length };
  });
  const usual = levels.indexOf(usualLevel);
  const expected = new Float64Array(rows.length).fill(usualLevel);
  return { calibration, answers: { rows, held: inside[usual], expected, shift: shifts[usual], group: held.group } };
}

function choose({ predictions, errors, scales }: ScaledRows, isWanted: (place: number) => boolean): ScaledRows {
  const some = (values: Float64Array) => values.filter((_, place) => isWanted(place));
  return { predictions: some(predictions), errors: some(errors), scales: some(scales) };
}
