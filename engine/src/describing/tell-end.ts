import type { Training } from '../training/prepare.ts';
import { chosen, type Selection } from '../training/selection.ts';

/** Says why a training ended when it did, and what more time would bring. Seconds are told elsewhere. */
export function tellEnd({ splits, settings }: Training, selection: Selection, isCutShort: boolean): string {
  const { contenders } = selection;
  const whole = contenders.filter(({ tried }) => tried >= splits.length).length;
  const kinds = `${contenders.length} kinds of model were compared, ${whole} of them on all held-out rows`;
  if (isCutShort) return `time ran out: ${kinds}; with more time another model may be better`;
  const served = chosen(selection).length;
  const left = `the others are significantly worse than the ${served} in use, or add nothing significant to ${served === 1 ? 'it' : 'them'}`;
  const further = {
    fast: 'quality `balanced` tries more kinds',
    balanced: 'quality `best` tries more folds',
    best: '',
  };
  const more = further[settings.quality];
  return `nothing was left to try: ${kinds}, and ${left}; more time would not help${more && `, ${more}`}`;
}
