import { histogramStride, type Kernel } from '../kernel/kernel.ts';
import { columnOf } from '../state/binned-features.ts';
import { gradientChunk, type Layout } from '../state/layout.ts';

/** One of the threads that share a training. */
export interface Thread {
  readonly kernel: Kernel;
  readonly layout: Layout;
  /** From 0, the main thread. */
  readonly index: number;
}

/** A chunk of a job: places `start .. start + size` of its rows. */
export interface Chunk {
  readonly index: number;
  readonly start: number;
  readonly size: number;
  /** Whether it is the first chunk of this job for the thread. */
  readonly isFirst: boolean;
}

/** Returns the address of a thread's histograms; those of the main thread are the result. */
export function histogramsOf({ partialHistograms, featureCount }: Layout, index: number, result: number): number {
  return index === 0 ? result : partialHistograms + (index - 1) * featureCount * histogramStride;
}

/** Adds the cells of rows to the histograms of all features. */
function sumHistograms(
  { kernel, layout, index }: Thread,
  { start, size, isFirst }: Chunk,
  rows: number,
  result: number,
): void {
  const histograms = histogramsOf(layout, index, result);
  if (isFirst && index > 0) kernel.clearHistogram(histograms, layout.cellCounts, layout.featureCount);
  for (const { address, width, firstFeature } of layout.blocks) {
    const target = histograms + firstFeature * histogramStride;
    kernel.addToHistogram(rows + start * 4, size, address, width, layout.cells, target);
  }
}

function fillGradients(
  { kernel, layout }: Thread,
  { start, size }: Chunk,
  loss: 'squaredGradients' | 'logisticGradients',
): void {
  const { rows, scores, targets, weights, cells, chunkSums } = layout;
  for (let first = start; first < start + size; first += gradientChunk) {
    const count = Math.min(gradientChunk, start + size - first);
    kernel[loss](rows + first * 4, count, scores, targets, weights, cells, chunkSums + (first / gradientChunk) * 16);
  }
}

function quantiseGradients(
  { kernel, layout }: Thread,
  { index, start, size }: Chunk,
  gradientScale: number,
  hessianScale: number,
): void {
  const { rows, cells, countBits, totals } = layout;
  kernel.quantiseGradients(rows + start * 4, size, cells, gradientScale, hessianScale, countBits, totals + index * 16);
}

/** Moves the rows that go left to the front of the chunk, the others to its places of the scratch list. */
function splitRows({ kernel, layout }: Thread, { start, size }: Chunk, first: number, feature: number): number {
  const { rows, scratch, leftTable } = layout;
  const { address, stride } = columnOf(layout, feature);
  const at = (first + start) * 4;
  return kernel.splitRows(rows + at, size, address, stride, leftTable, scratch + at);
}

/** Adds the values of leaves to the scores of the chunk's rows. */
function addLeaves({ kernel, layout }: Thread, { start, size }: Chunk, leafCount: number, scores: number): void {
  kernel.addLeaves(layout.rows, start, start + size, layout.leaves, leafCount, scores);
}

/** All jobs that threads can share, by number. */
export const jobs = {
  sumHistograms: 0,
  squaredGradients: 1,
  logisticGradients: 2,
  quantiseGradients: 3,
  splitRows: 4,
  addLeaves: 5,
} as const;
export type JobName = keyof typeof jobs;

/** Does one chunk of a job with its two arguments, and returns its result. */
export function doChunk(thread: Thread, chunk: Chunk, kind: number, first: number, second: number): number {
  if (kind === jobs.splitRows) return splitRows(thread, chunk, first, second);
  if (kind === jobs.sumHistograms) sumHistograms(thread, chunk, first, second);
  else if (kind === jobs.squaredGradients) fillGradients(thread, chunk, 'squaredGradients');
  else if (kind === jobs.logisticGradients) fillGradients(thread, chunk, 'logisticGradients');
  else if (kind === jobs.quantiseGradients) quantiseGradients(thread, chunk, first, second);
  else addLeaves(thread, chunk, first, second);
  return 0;
}
