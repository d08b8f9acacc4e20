import { type Importance, measureImportances } from '../explanations/importance.ts';
import type { Training } from './prepare.ts';
import { chosen, type Selection } from './select.ts';

/** Each input's share of the explained score, by the blends that did not see the rows they are judged on. */
export async function explain({ samples, inputs, settings }: Training, selection: Selection): Promise<Importance[]> {
  const blends = samples.slice(0, settings.folds).map((sample, split) => ({
    sample,
    members: chosen(selection).map(([{ settled }, weight]) => ({ part: settled.parts[split], weight })),
  }));
  return measureImportances(blends, inputs.fields.length, settings.seed);
}
