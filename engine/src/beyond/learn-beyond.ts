import type { BeyondDescription } from '../description.ts';
import { evaluateBlend } from '../evaluation/evaluate.ts';
import type { Importance } from '../explanations/importance.ts';
import type { BeyondState } from '../prediction/trained-state.ts';
import { deadlinesBeyond, spanBeyond } from '../training/deadlines.ts';
import { fitIncomplete } from '../training/fit-incomplete.ts';
import type { Training } from '../training/prepare.ts';
import { refit } from '../training/refit.ts';
import { search, select } from '../training/select.ts';
import type { Selection } from '../training/selection.ts';
import { describeBeyond } from './describe-beyond.ts';
import { differs } from './differs.ts';
import { prepareBeyond } from './prepare-beyond.ts';

/** What is served for rows of another kind, and what is said of them. */
export interface Beyond {
  described: BeyondDescription;
  state: BeyondState;
}

/**
 * Judges and fits the kinds of models that won for rows of each other kind (a new value of a column, other times), as
 * they are held out by the plan. Leaves out other or later rows that are answered as well or as badly as those of the
 * table, and those for which no time is left: what follows a search takes `followingMs` and looks at no clock in part.
 */
export async function learnBeyond(
  training: Training,
  selection: Selection,
  importances: readonly Importance[],
  followingMs: number,
): Promise<Beyond[]> {
  const { monitor, settings, validation } = training;
  const learned: Beyond[] = [];
  for (const [place, { column, realm }] of validation.beyond.entries()) {
    const span = spanBeyond(place, validation.beyond.length);
    const deadlines = deadlinesBeyond(monitor, settings.budgetSeconds, span, followingMs);
    if (performance.now() > deadlines.search) continue;
    const prepared = await prepareBeyond(training, selection, place, deadlines);
    const found = await search(prepared);
    const own = found.training;
    const weighed = await select(found);
    // Where the first figures are of later rows, those of known times are told whatever the pieces of time can show.
    if (realm.kind !== 'within' && !differs({ training, selection }, { training: own, selection: weighed })) continue;
    const evaluation = await evaluateBlend(own, weighed);
    const incomplete = await fitIncomplete(own, weighed, importances);
    const served = await refit(own, weighed, evaluation.finish);
    learned.push({
      described: describeBeyond(own, evaluation, realm.kind, column),
      state: { realm, ...served, incomplete, finish: evaluation.finish },
    });
  }
  return learned;
}
