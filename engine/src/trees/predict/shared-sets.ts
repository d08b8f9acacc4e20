/** Rows of a batch in groups that share lists of leaf sets. */
interface RowGroups {
  /** Numbers of the rows, group by group. */
  order: Uint16Array;
  /** Where each group ends in `order`. */
  ends: Uint16Array;
  /** The number of features, from the first on, whose lists the rows of a group share. */
  shared: number;
}

/** The group of each row. */
interface Grouping {
  groups: Uint16Array;
  count: number;
}

/** Maximum number of groups times values of the next feature. */
const mostCombinations = 65_536;
/** Groups pay from this many rows on, on average. */
const fewestRows = 3;

/**
 * Groups `count` rows by the values of as many features as leave groups of some rows. `found` has the number of each
 * row's list by feature; features of few values come first.
 */
export function groupRows(found: readonly Int32Array[], valueCounts: readonly number[], count: number): RowGroups {
  let grouping: Grouping = { groups: new Uint16Array(count), count: 1 };
  let shared = 0;
  for (; shared < found.length && fewestRows * grouping.count <= count; shared++) {
    if (grouping.count * valueCounts[shared] > mostCombinations) break;
    const finer = refine(grouping, found[shared], valueCounts[shared]);
    if (fewestRows * finer.count > count) break;
    grouping = finer;
  }
  return { ...sortByGroup(grouping), shared };
}

/** Divides groups by the lists of one feature. */
function refine({ groups, count }: Grouping, lists: Int32Array, valueCount: number): Grouping {
  let first = lists[0];
  for (let row = 1; row < groups.length; row++) first = Math.min(first, lists[row]);
  const finer = new Uint16Array(groups.length);
  /** Number of each combination's group, and one more. */
  const known = new Uint16Array(count * valueCount);
  let next = 0;
  for (let row = 0; row < groups.length; row++) {
    const combination = groups[row] * valueCount + lists[row] - first;
    if (known[combination] === 0) known[combination] = ++next;
    finer[row] = known[combination] - 1;
  }
  return { groups: finer, count: next };
}

function sortByGroup({ groups, count }: Grouping): Pick<RowGroups, 'order' | 'ends'> {
  const ends = new Uint16Array(count);
  for (let row = 0; row < groups.length; row++) ends[groups[row]]++;
  for (let group = 1; group < count; group++) ends[group] += ends[group - 1];
  const order = new Uint16Array(groups.length);
  const places = ends.slice();
  for (let row = groups.length - 1; row >= 0; row--) order[--places[groups[row]]] = row;
  return { order, ends };
}
