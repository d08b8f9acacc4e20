import type { Finish } from '../answers/answerer.ts';
import type { WeightedModel } from '../composites/blend.ts';
import { fittedStack } from '../composites/stacked.ts';
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

/**
 * The served fit has no deadline: figures and bounds come from complete fits, so it must be complete too, however late
 * it is.
 */
const noDeadline = Number.POSITIVE_INFINITY;
/** A fit on all rows may take this many times as long as one of a split; a short one may wait for a processor. */
const patience = 3;
const leastMilliseconds = 250;

/** Returns the milliseconds that a contender gets for its refit. */
function longestOf({ result, seconds, tried }: Contender): number {
  return Math.max(leastMilliseconds, 1000 * patience * (result.refitSeconds ?? seconds / tried));
}

/** Bags the splits' models of the chosen contenders, or fits them again on all rows. */
export async function refit(training: Training, selection: Selection, finish: Finish): Promise<Refitted> {
  const { frame, splits, settings, deadlines, monitor } = training;
  const all = rowNumbers(frame.rowCount);
  const encoded = encodeFor(frame, all, settings.seed);
  const split = {
    ...splits[0],
    encoded,
    train: all,
    validation: new Int32Array(0),
    seed: settings.seed,
    deadline: noDeadline,
  };
  // Each model of a bag lacks some of the known rows, so bounds of these would be too narrow for the mean.
  const isParted = finish.kind === 'bounds' && finish.known !== undefined;
  const members: WeightedModel[] = [];
  for (const [index, [contender, weight]] of chosen(selection).entries()) {
    const { result } = contender;
    const bag = canBag(training) && !isParted ? result.bag : undefined;
    const usual = Math.max(deadlines.refit, performance.now() + longestOf(contender));
    // A fit that was cut short follows single rows less closely than the bounds of known ones say.
    const deadline = isParted ? noDeadline : usual;
    const models = bag ? bag() : [await result.refit({ ...split, deadline })];
    members.push(...models.map((model) => ({ weight: weight / models.length, model })));
    await monitor.report('refitting', 0.88 + (0.1 * (index + 1)) / chosen(selection).length);
  }
  const { stack } = selection;
  const featureCount = encoded.features.length;
  if (stack) {
    const layer = await stack.serve(split);
    const model = fittedStack({
      members: [...members],
      layer,
      share: stack.share,
      featureCount,
      outputs: outputCount(frame.labels),
    });
    members.splice(0, members.length, { weight: 1, model });
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
