/** Work that the threads of a training share, and the merging of their results. */
import { addInt64, readCell } from '../kernel/cell.ts';
import { gradientChunk } from '../state/layout.ts';
import { histogramsOf } from '../threads/jobs.ts';
import type { NodeSums } from './node-sums.ts';
import type { Workspace } from './workspace.ts';

/** Nanoseconds on a core of 2020. */
const costs = { cell: 0.8, gradient: 12, quantise: 3, split: 1.5, leaf: 1.2 };

/** Sums the cells of `count` rows from address `rows` on into histograms, which need not be cleared. */
export function sumHistograms(workspace: Workspace, rows: number, count: number, histograms: number): void {
  const { team, threads, kernel, featureCount, cellCounts, cellTotal } = workspace;
  kernel.clearHistogram(histograms, cellCounts, featureCount);
  team.run('sumHistograms', count, costs.cell * (count * featureCount - 2 * cellTotal), rows, histograms);
  for (let index = 1; index < threads; index++) {
    if (!team.hasHelped(index)) continue;
    kernel.addHistogram(histograms, histogramsOf(workspace, index, histograms), cellCounts, featureCount);
  }
}

/** Fills the cells of the first `count` rows with gradients and hessians, and writes their sums to `workspace.sums`. */
export function fillGradients(
  { team, chunkSumView, sums }: Workspace,
  loss: 'squaredGradients' | 'logisticGradients',
  count: number,
): void {
  team.run(loss, count, costs.gradient * count, 0, 0);
  sums.fill(0);
  for (let chunk = 0; chunk < Math.ceil(count / gradientChunk); chunk++) {
    sums[0] += chunkSumView[chunk * 2];
    sums[1] += chunkSumView[chunk * 2 + 1];
  }
}

/** Turns gradients of the first `count` rows into scaled integers; returns their sums. */
export function quantiseGradients(
  { team, totalView, countBits }: Workspace,
  count: number,
  gradientScale: number,
  hessianScale: number,
): NodeSums {
  const chunkRows = team.run('quantiseGradients', count, costs.quantise * count, gradientScale, hessianScale);
  for (let chunk = 1; chunk < Math.ceil(count / chunkRows); chunk++) {
    addInt64(totalView, 0, chunk * 4);
    addInt64(totalView, 2, chunk * 4 + 2);
  }
  return readCell(totalView, 0, countBits);
}

/** Moves the rows of `rows[start .. start + count)` whose bin is in the left table to the front, in order; returns their number. */
export function splitRows(
  { team, kernel, rows, scratch }: Workspace,
  start: number,
  count: number,
  feature: number,
): number {
  const chunkRows = team.run('splitRows', count, costs.split * count, start, feature);
  const { results } = team;
  const at = (list: number, place: number) => list + (start + place) * 4;
  let left = 0;
  for (let first = 0, chunk = 0; first < count; first += chunkRows, chunk++) {
    if (first !== left) kernel.copyBytes(at(rows, left), at(rows, first), results[chunk] * 4);
    left += results[chunk];
  }
  let end = left;
  for (let first = 0, chunk = 0; first < count; first += chunkRows, chunk++) {
    const right = Math.min(chunkRows, count - first) - results[chunk];
    kernel.copyBytes(at(rows, end), at(scratch, first), right * 4);
    end += right;
  }
  return left;
}

/** A leaf whose rows are `rows[start .. start + count)`. */
export interface LeafRows {
  start: number;
  count: number;
  value: number;
}

/** Adds the values of leaves to the scores (at an address) of their rows, which are the first `count`. */
export function addLeaves(
  { team, leafView }: Workspace,
  leaves: readonly LeafRows[],
  count: number,
  scores: number,
): void {
  for (const [place, { start, count: size, value }] of leaves.entries()) {
    leafView.words[place * 4] = start;
    leafView.words[place * 4 + 1] = size;
    leafView.doubles[place * 2 + 1] = value;
  }
  team.run('addLeaves', count, costs.leaf * count, leaves.length, scores);
}
