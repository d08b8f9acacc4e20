import type { JudgedAnswers } from '../bounds/calibration-table.ts';
import type { BeyondDescription } from '../description.ts';
import { summarise } from '../evaluation/coverage.ts';
import type { Evaluation } from '../evaluation/evaluate.ts';
import { measureFigures, pick } from '../evaluation/figures.ts';
import { rowLoss } from '../metrics/loss.ts';
import { rowNumbers } from '../random.ts';
import type { Training } from '../training/prepare.ts';
import { findAlone, isRepeatedWhole } from '../validation/repeats.ts';

/** Fewer repeated rows than this share hardly change any figure. */
const leastRepeated = 0.1;
/** Fewest rows that stand alone for figures of their own. */
const fewestAlone = 50;
const sureness = 2;

/**
 * Returns the figures of rows that repeat none, where the others repeat rows that their fit may know and the losses
 * differ beyond chance; nothing where copies are held out together.
 */
export function judgeUnrepeated(training: Training, { judged }: Evaluation): BeyondDescription[] {
  const { frame, validation } = training;
  const { group, repeated } = validation.repeats;
  const isHeldApart = validation.scheme !== 'random' || isRepeatedWhole(group);
  if (isHeldApart || repeated < leastRepeated * frame.rowCount) return [];
  const alone = findAlone(group);
  const { rows } = judged.honest;
  const places = rowNumbers(rows.length).filter((place) => alone.has(rows[place]));
  if (places.length < fewestAlone || !isHarder(training, judged.honest, new Set(places))) return [];
  const some = (one: typeof judged.honest) => pick(frame.labels, one, places);
  const { accuracies, standardErrors, baseline } = measureFigures(
    training,
    some(judged.honest),
    some(judged.chosen),
    judged.changes,
  );
  return [
    {
      column: null,
      scheme: 'group',
      accuracies,
      standard_errors: standardErrors,
      baseline,
      coverage: coverageOf(judged.answers, alone),
      held_rows: places.length,
      independent: places.length,
    },
  ];
}

/** Returns whether rows at these places lose more on the mean than the others, or less, beyond chance. */
function isHarder(
  { frame }: Training,
  { rows, predictions }: Evaluation['judged']['honest'],
  places: ReadonlySet<number>,
): boolean {
  const losses = [...rows.entries()].map(([place, row]) => rowLoss(frame.labels, row, predictions, place));
  const [alone, others] = [true, false].map((isAlone) => losses.filter((_, place) => places.has(place) === isAlone));
  if (others.length < 2) return false;
  const [one, other] = [alone, others].map(meanAndError);
  return Math.abs(one.mean - other.mean) > sureness * Math.hypot(one.error, other.error);
}

function meanAndError(values: readonly number[]) {
  const mean = values.reduce((sum, value) => sum + value / values.length, 0);
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return { mean, error: Math.sqrt(squares / values.length / (values.length - 1)) };
}

function coverageOf(answers: JudgedAnswers, rows: ReadonlySet<number>): BeyondDescription['coverage'] {
  const places = [...answers.rows.keys()].filter((place) => rows.has(answers.rows[place]));
  const { expected, observed, standard_error } = summarise({ value: null, places }, answers);
  return { expected, observed, standard_error };
}
