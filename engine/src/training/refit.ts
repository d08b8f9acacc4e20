import type { Finish } from '../answers/answerer.ts';
import type { WeightedPart } from '../composites/blend.ts';
import { stackedPart } from '../composites/stacked.ts';
import { encodeFor } from '../encoding/frame.ts';
import { outputCount } from '../learners/contract.ts';
import type { TrainedState } from '../prediction/trained-state.ts';
import { rowNumbers } from '../random.ts';
import { chooseReferenceRows } from '../reference-rows/choose-reference-rows.ts';
import { orderRows } from '../reference-rows/order-rows.ts';
import type { Contender } from '../search/race.ts';
import { canBag, type Training } from './prepare.ts';
import { chosen, type Selection } from './selection.ts';
import { measureTypical } from './typical.ts';

type Refitted = Pick<TrainedState, 'members' | 'encoders' | 'featureCount' | 'reference' | 'typical'>;

/** Figures and bounds come from whole fits, so what is served must be one, however late it is. */
const noDeadline = Number.POSITIVE_INFINITY;
/** A fit on all rows may take so many times as long as one of a split did. */
const patience = 3;

/** Milliseconds that a contender is given at the least to be fitted again. */
function longestOf({ settled, seconds, tried }: Contender): number {
  return 1000 * patience * (settled.refitSeconds ?? seconds / tried);
}

/** Bags the fits of the chosen contenders, or fits them anew on all rows. */
export async function refit(training: Training, selection: Selection, finish: Finish): Promise<Refitted> {
  const { frame, samples, settings, deadlines, monitor } = training;
  const all = rowNumbers(frame.rowCount);
  const encoded = encodeFor(frame, all, settings.seed);
  const sample = {
    ...samples[0],
    encoded,
    train: all,
    held: new Int32Array(0),
    seed: settings.seed,
    deadline: noDeadline,
  };
  const members: WeightedPart[] = [];
  for (const [index, [contender, weight]] of chosen(selection).entries()) {
    const { settled } = contender;
    const bag = canBag(training) ? settled.bag : undefined;
    const deadline = Math.max(deadlines.refit, performance.now() + longestOf(contender));
    const parts = bag ? bag() : [await settled.refit({ ...sample, deadline })];
    members.push(...parts.map((part) => ({ weight: weight / parts.length, part })));
    await monitor.report('refitting', 0.88 + (0.1 * (index + 1)) / chosen(selection).length);
  }
  const { stack } = selection;
  const featureCount = encoded.features.length;
  if (stack) {
    const layer = await stack.serve(sample);
    const part = stackedPart({
      members: [...members],
      layer,
      share: stack.share,
      featureCount,
      outputs: outputCount(frame.labels),
    });
    members.splice(0, members.length, { weight: 1, part });
  }
  const order = orderRows(frame.fields, frame.labels.values, settings.seed);
  return {
    members,
    encoders: encoded.encoders,
    featureCount,
    reference: chooseReferenceRows(encoded, order),
    typical: measureTypical({ encoded, labels: frame.labels, order, members, finish }),
  };
}
