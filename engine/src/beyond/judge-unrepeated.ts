import type { JudgedAnswers } from '../bounds/calibration-table.ts';
import type { BeyondDescription } from '../description.ts';
import { summarise } from '../evaluation/coverage.ts';
import type { Evaluation } from '../evaluation/evaluate.ts';
import { type Judged, measureFigures, pick } from '../evaluation/figures.ts';
import { rowNumbers } from '../random.ts';
import type { Training } from '../training/prepare.ts';

/** Returns the figures of rows that repeat none, where these were judged apart; nothing elsewhere. */
export function judgeUnrepeated(training: Training, { judged, parted }: Evaluation): BeyondDescription[] {
  if (!parted) return [];
  const { unrepeated } = parted;
  const { rows } = judged.honest;
  const places = rowNumbers(rows.length).filter((place) => unrepeated.has(rows[place]));
  const some = (one: Judged) => pick(training.frame.labels, one, places);
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
      coverage: coverageOf(judged.answers, unrepeated),
      held_rows: places.length,
      independent: places.length,
    },
  ];
}

function coverageOf(answers: JudgedAnswers, rows: ReadonlySet<number>): BeyondDescription['coverage'] {
  const places = [...answers.rows.keys()].filter((place) => rows.has(answers.rows[place]));
  const { expected, observed, standard_error } = summarise({ value: null, places }, answers);
  return { expected, observed, standard_error };
}
