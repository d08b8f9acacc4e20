import { costOfBlend } from '../composites/blend.ts';
import { widenedWidth } from '../incomplete-rows/widened.ts';
import type { RowCost } from '../model.ts';
import type { TrainedState } from './trained-state.ts';

/** Nanoseconds to read a cell and to write it again, and to write a probability. */
const [cellCost, outputCost] = [100, 150];
/** Nanoseconds to compare two cells, or to copy one. */
const comparison = 2;
/** Nanoseconds to hash a cell. */
const recognition = 30;
/** Nanoseconds to prepare a cell of the reference rows. */
const preparation = 100;

/** Counts what a row costs: its cells, and what the models within say. */
export function rowCostOf(state: TrainedState): RowCost {
  const { profiles, featureCount, members, finish, description } = state;
  const spread = finish.kind === 'bounds' ? (finish.fitted.spread?.cost ?? 0) : 0;
  const known = finish.kind === 'none' ? 0 : recognition * (finish.known?.rows.equal.length ?? 0);
  const cells =
    known + cellCost * profiles.length + comparison * featureCount + outputCost * (description.classes?.length ?? 4);
  const first = state.incomplete ? preparation * featureCount * state.reference.count : 0;
  return { row: costOfBlend(members) + spread + cells, incomplete: incompleteCostOf(state), first };
}

/** Donors are sought among all reference rows; each completion is compared with the others and predicted. */
function incompleteCostOf({
  incomplete,
  reference,
  profiles,
  featureCount,
  members,
  description,
}: TrainedState): number {
  if (!incomplete) return 0;
  const { correction, donorCount, finish } = incomplete;
  const donors = Math.min(donorCount, reference.count);
  const compared = featureCount * (reference.count + donors * donors);
  const wide = widenedWidth(featureCount, profiles.length, description.classes?.length ?? 1);
  const spread = finish.kind === 'bounds' ? (finish.fitted.spread?.cost ?? 0) : 0;
  const flags = finish.kind === 'bounds' ? finish.reach.flags.length : 0;
  return comparison * (compared + flags + wide) + donors * costOfBlend(members) + correction.cost + spread;
}
