import { loadFittedModel } from '../composites/load-fitted-model.ts';
import type { SavedValue } from '../model-file/reader.ts';
import type { TensorWriter } from '../model-file/tensors.ts';
import { type Coverages, noCoverages } from './coverages.ts';
import type { FittedBounds } from './fitted-bounds.ts';
import { loadHorizon } from './horizon.ts';
import type { Knot } from './local.ts';

export function saveBounds(
  { knots, spread, floor, coverages, horizon }: FittedBounds,
  tensors: TensorWriter,
): Record<string, unknown> {
  const saved = knots.map(({ prediction, bounds: { errors, rowCount }, atLow, atHigh }) => ({
    prediction,
    errors: tensors.add(errors),
    rowCount,
    ...((atLow > 0 || atHigh > 0) && { ends: [atLow, atHigh] }),
  }));
  return {
    knots: saved,
    spread: spread?.save(tensors) ?? null,
    floor,
    coverages: { wished: tensors.add(coverages.wished), asked: tensors.add(coverages.asked) },
    ...(horizon && { horizon }),
  };
}

/** Checks that there are errors at every knot and that predictions ascend. */
export function loadBounds(saved: SavedValue, featureCount: number): FittedBounds {
  const knots = saved.get('knots').list(100).map(loadKnot);
  const isAscending = knots.every(({ prediction }, place) => place === 0 || knots[place - 1].prediction < prediction);
  if (knots.length === 0 || !isAscending) saved.fail('bounds at ascending predictions');
  const spread = saved.get('spread');
  return {
    knots,
    spread: spread.isNull ? null : loadFittedModel(spread, featureCount + 1, 1),
    floor: saved.get('floor').number(0),
    coverages: loadCoverages(saved.get('coverages')),
    horizon: loadHorizon(saved.get('horizon'), featureCount),
  };
}

/** Older files have no coverages: the wished coverage is asked for as it is. */
function loadCoverages(saved: SavedValue): Coverages {
  if (saved.isNull) return noCoverages;
  const wished = saved.get('wished').doubles();
  const asked = saved.get('asked').doubles(wished.length);
  const isShare = (share: number, place: number, all: Float64Array) =>
    share >= 0 && share <= 1 && (place === 0 || all[place - 1] < share);
  if (!wished.every(isShare) || !asked.every(isShare)) saved.fail('ascending shares');
  return { wished, asked };
}

function loadKnot(saved: SavedValue): Knot {
  const errors = saved.get('errors').doubles();
  if (errors.length === 0) saved.fail('bounds with errors');
  const rowCount = saved.get('rowCount').integer(1, 1e12);
  const ends = saved.get('ends');
  const [atLow, atHigh] = ends.isNull ? [0, 0] : ends.list(2).map((share) => share.number(0, 1));
  return { prediction: saved.get('prediction').number(), bounds: { errors, rowCount }, atLow, atHigh };
}
