import type { Cuts } from '../description.ts';

const mostCuts = 200;

/**
 * Chooses the cuts that are kept, ascending: those that decide for thresholds of two digits and for tenths of the rows,
 * whose figures are then exact, and others such that the areas under the thinned curves are those of the whole ones.
 */
export function keepCuts(counts: Cuts): number[] {
  const last = counts.thresholds.length - 1;
  if (last < mostCuts) return Array.from(counts.thresholds.keys());
  const fixed = new Set([0, last, ...atHundredths(counts), ...aroundTenths(counts)]);
  const kept = new Set(fixed);
  const areas = addUpAreas(counts);
  const parts = partsBetween(
    [...kept].sort((a, b) => a - b),
    areas,
  );
  while (kept.size < mostCuts) {
    const widest = parts.reduce((best, part, index) => (part.error > parts[best].error ? index : best), 0);
    const { from, to } = parts[widest];
    const middle = divide(from, to, areas);
    if (middle === undefined) break;
    kept.add(middle);
    parts.splice(widest, 1, partOf(from, middle, areas), partOf(middle, to, areas));
  }
  const sorted = [...kept].sort((a, b) => a - b);
  balance(sorted, fixed, areas);
  return sorted;
}

/** Moves cuts that need not be where they are until what parts have too much is what others lack. */
function balance(kept: number[], fixed: ReadonlySet<number>, areas: Areas): void {
  const sum = { roc: 0, precision: 0 };
  const add = (from: number, to: number, sign: 1 | -1) => {
    const { roc, precision } = misses(from, to, areas);
    sum.roc += sign * roc;
    sum.precision += sign * precision;
  };
  for (let place = 1; place < kept.length; place++) add(kept[place - 1], kept[place], 1);
  for (let place = 1; place < kept.length - 1; place++) {
    if (fixed.has(kept[place])) continue;
    const [before, after] = [kept[place - 1], kept[place + 1]];
    add(before, kept[place], -1);
    add(kept[place], after, -1);
    kept[place] = divide(before, after, areas, sum) ?? kept[place];
    add(before, kept[place], 1);
    add(kept[place], after, 1);
  }
}

/** The last cut at or above each hundredth. */
function atHundredths({ thresholds }: Cuts): number[] {
  const cuts: number[] = [];
  for (let cut = 0, hundredth = 99; hundredth > 0; hundredth--) {
    while (cut < thresholds.length && thresholds[cut] >= hundredth / 100) cut += 1;
    if (cut > 0) cuts.push(cut - 1);
  }
  return cuts;
}

/** The cuts on both sides of each tenth of the rows. */
function aroundTenths({ truePositives, falsePositives }: Cuts): number[] {
  const rowsAt = (cut: number) => truePositives[cut] + falsePositives[cut];
  const rows = rowsAt(truePositives.length - 1);
  const cuts: number[] = [];
  for (let cut = 0, tenth = 1; tenth < 10; tenth++) {
    while (10 * rowsAt(cut) < tenth * rows) cut += 1;
    cuts.push(Math.max(0, cut - 1), cut);
  }
  return cuts;
}

/** Areas under both curves up to each cut, in shares of the whole square. */
interface Areas {
  counts: Cuts;
  roc: Float64Array;
  precision: Float64Array;
}

function addUpAreas(counts: Cuts): Areas {
  const { length } = counts.thresholds;
  const areas = { counts, roc: new Float64Array(length), precision: new Float64Array(length) };
  for (let cut = 1; cut < length; cut++) {
    areas.roc[cut] = areas.roc[cut - 1] + rocBetween(counts, cut - 1, cut);
    areas.precision[cut] = areas.precision[cut - 1] + precisionBetween(counts, cut - 1, cut);
  }
  return areas;
}

function rocBetween({ truePositives, falsePositives }: Cuts, from: number, to: number): number {
  const [positives, negatives] = [truePositives, falsePositives].map((counts) =>
    Math.max(1, counts[counts.length - 1]),
  );
  const height = (truePositives[from] + truePositives[to]) / 2;
  return (height * (falsePositives[to] - falsePositives[from])) / positives / negatives;
}

function precisionBetween({ truePositives, falsePositives }: Cuts, from: number, to: number): number {
  const positives = Math.max(1, truePositives[truePositives.length - 1]);
  const precision = truePositives[to] / (truePositives[to] + falsePositives[to]);
  return (precision * (truePositives[to] - truePositives[from])) / positives;
}

/** A part of the curves that has no cut inside, and how far its areas are from the true ones. */
interface Part {
  from: number;
  to: number;
  error: number;
}

function partsBetween(kept: readonly number[], areas: Areas): Part[] {
  return kept.slice(1).map((to, index) => partOf(kept[index], to, areas));
}

function partOf(from: number, to: number, areas: Areas): Part {
  const { roc, precision } = misses(from, to, areas);
  return { from, to, error: to - from > 1 ? Math.abs(roc) + Math.abs(precision) : -1 };
}

function misses(from: number, to: number, { counts, roc, precision }: Areas) {
  return {
    roc: roc[to] - roc[from] - rocBetween(counts, from, to),
    precision: precision[to] - precision[from] - precisionBetween(counts, from, to),
  };
}

/** The cut inside a part that leaves the least error, beside that of other parts; undefined where there is none. */
function divide(from: number, to: number, areas: Areas, others = { roc: 0, precision: 0 }): number | undefined {
  let best: number | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (let cut = from + 1; cut < to; cut++) {
    const [before, after] = [misses(from, cut, areas), misses(cut, to, areas)];
    const left =
      Math.abs(others.roc + before.roc + after.roc) + Math.abs(others.precision + before.precision + after.precision);
    if (left < least) [best, least] = [cut, left];
  }
  return best;
}
