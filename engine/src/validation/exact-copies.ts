/** What tells of pairs of rows. Columns are inputs by place; the target counts as the last. */
export interface PairedRows {
  /** By column: the share of the pairs that have the same cell. */
  chances: readonly number[];
  /** Places of the inputs, from the rarest cells on. */
  order: readonly number[];
  target: number;
  /** Returns how many pairs differ in all of these columns, and in no other. */
  differIn(set: readonly number[]): number;
  /** Most columns that are looked at beside the rarest. */
  most: number;
}

/** Fewer pairs than this share have the same rare cell. */
const rareCell = 0.025;
/** Of pairs with equal inputs at least this share has the same rare target, where rows were copied. */
const copiedShare = 0.5;
/** The rarest cell is the same so many times as often where all others are as where one more differs, in so many pairs. */
const [beyondNearby, fewestNearby] = [10, 20];

/** Returns whether `equal` pairs are copies, however many other pairs differ in a single column. */
export function areCopies(equal: number, pairs: PairedRows): boolean {
  return haveSameTarget(equal, pairs) || haveSameCell(equal, pairs);
}

function haveSameTarget(equal: number, { chances, target, differIn }: PairedRows): boolean {
  return chances[target] < rareCell && equal >= copiedShare * (equal + differIn([target]));
}

/** What follows from other columns is the same also where one that it does not follow from differs. */
function haveSameCell(equal: number, { chances, order, target, differIn, most }: PairedRows): boolean {
  const [rarest, ...others] = order;
  if (rarest === undefined || chances[rarest] >= rareCell) return false;
  const nearby = [...others, target].slice(0, most).flatMap((other) => {
    const same = differIn([other]);
    const all = same + differIn([rarest, other].sort((a, b) => a - b));
    return all < fewestNearby ? [] : [(same + 1) / all];
  });
  return nearby.length > 0 && equal / (equal + differIn([rarest])) >= beyondNearby * Math.max(...nearby);
}
