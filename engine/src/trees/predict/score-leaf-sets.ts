import { countBelow, type EdgeSearch, prepareEdges } from '../../numerics/edge-search.ts';
import { countFeatures, countOutputs, type Forest } from '../forest/forest.ts';
import type { Scorer } from '../kernel/kernel.ts';
import type { Arena } from '../state/arena.ts';
import { encodeCode } from './encode.ts';
import type { FeatureRows, LeafSets } from './leaf-sets.ts';
import { placeLeafSets } from './place-leaf-sets.ts';
import type { ScoreRow, ScoreRows } from './score-row.ts';
import { groupRows } from './shared-sets.ts';

/** Number of lists that the kernel intersects at once. */
const listsAtOnce = 4;
/** The kernel scores a row by the intersection of three lists. */
const listsOfRow = 3;
const rowBytes = 16;
/** Rows whose lists are found before they are scored. */
const mostRows = 1024;

/** The rows of a feature with the search among its thresholds, if it has any. */
interface SearchedRows extends FeatureRows {
  search: EdgeSearch | undefined;
}

function findRow(forest: Forest, { feature, firstRow, search }: SearchedRows, value: number): number {
  if (!search) return firstRow + encodeCode(forest, feature, value);
  return firstRow + (Number.isNaN(value) ? search.edges.length + 1 : countBelow(search, value));
}

/**
 * Prepares leaf sets for single rows and batches. Rows of a batch that have equal values in the features of few values
 * share the intersection of these.
 */
export function createLeafSetScorer(
  arena: Arena,
  scorer: Scorer,
  forest: Forest,
  sets: LeafSets,
): { scoreRow: ScoreRow; scoreRows: ScoreRows } {
  const width = countFeatures(forest);
  const outputs = countOutputs(forest);
  // Features of few values come first: their lists are the ones that rows share.
  const features = sets.featureRows
    .toSorted((a, b) => valueCount(forest, a) - valueCount(forest, b))
    .map((rows): SearchedRows => ({ ...rows, search: rows.thresholds && prepareEdges(rows.thresholds) }));
  const valueCounts = features.map((rows) => valueCount(forest, rows));
  const { lists, listBytes, segments } = placeLeafSets(arena, forest, sets);
  const listed = arena.allocate(Math.ceil((features.length + 1) / listsAtOnce) * listsAtOnce * 4);
  const listView = arena.integers(listed, Math.ceil((features.length + 1) / listsAtOnce) * listsAtOnce);
  const buffers = [0, 1].map(() => arena.allocate(listBytes));
  const sharedBuffer = arena.allocate(listBytes);
  const rows = arena.allocate(mostRows * rowBytes);
  const rowView = arena.integers(rows, (mostRows * rowBytes) / 4);
  const scores = arena.allocate(mostRows * 8);
  const scoreView = arena.doubles(scores, mostRows);
  const inOrder = Uint16Array.from({ length: mostRows }, (_, row) => row);
  /** By feature, then row of the batch: number of the list. */
  const found = features.map(() => new Int32Array(mostRows));

  /** Places of features in the order in which their lists are intersected: of rows together the constant ones first. */
  const turns = Int32Array.from(features.keys());

  const addressOf = (turn: number, row: number) => lists + found[turns[turn]][row] * listBytes;

  /** Returns the address of the intersection of `base` and the lists of the turns `from .. to` of a row; 0 is no base. */
  function intersect(base: number, row: number, from: number, to: number, buffer: number): number {
    if (from === to) return base === 0 ? lists : base;
    if (base === 0 && to - from === 1) return addressOf(from, row);
    let count = 0;
    if (base !== 0) listView[count++] = base;
    for (let turn = from; turn < to; turn++) listView[count++] = addressOf(turn, row);
    while (count % listsAtOnce !== 0) listView[count++] = lists;
    scorer.intersectLeafSets(listed, listed + count * 4, listBytes, buffer);
    return buffer;
  }

  /** Writes what the kernel reads of a row, whose first `shared` lists are intersected at `base` already. */
  function placeRow(place: number, row: number, base: number, shared: number, buffer: number): void {
    const last = Math.max(shared, features.length - (listsOfRow - 1));
    const at = (place * rowBytes) / 4;
    rowView[at] = intersect(base, row, shared, last, buffer);
    rowView[at + 1] = last < features.length ? addressOf(last, row) : lists;
    rowView[at + 2] = last + 1 < features.length ? addressOf(last + 1, row) : lists;
    rowView[at + 3] = scores + row * 8;
  }

  function score(count: number, out: Float64Array, order: ArrayLike<number>, first: number, firstScore: number): void {
    for (let output = 0; output < outputs; output++) {
      const { start, end, values, initial } = segments[output];
      scorer.scoreLeafSets(rows, rows + count * rowBytes, start, end, values, initial);
      for (let place = 0; place < count; place++) {
        const row = order[first + place];
        out[firstScore + row * outputs + output] = scoreView[row];
      }
    }
  }

  /** Rows that follow each other often have the same value, as the completions of one row do. */
  function findLists(place: number, values: Float64Array, start: number, count: number): void {
    const [rowsOfFeature, lists] = [features[place], found[place]];
    const first = start + rowsOfFeature.feature;
    for (let row = 0; row < count; row++) {
      const at = first + row * width;
      const isSame = row > 0 && values[at] === values[at - width];
      lists[row] = isSame ? lists[row - 1] : findRow(forest, rowsOfFeature, values[at]);
    }
  }

  /** Puts the features whose lists are the same in all rows first; returns their number. */
  function putConstantFirst(count: number): number {
    let next = 0;
    for (let place = 0; place < features.length; place++) if (isConstant(found[place], count)) turns[next++] = place;
    const constant = next;
    let turn = 0;
    for (let place = 0; place < features.length; place++)
      if (turn < constant && turns[turn] === place) turn += 1;
      else turns[next++] = place;
    return constant;
  }

  /** Scores rows that differ in up to two features, whose lists the kernel intersects itself. */
  function scoreAlike(count: number, constant: number, out: Float64Array, firstScore: number): void {
    const base = intersect(0, 0, 0, constant, sharedBuffer);
    for (let row = 0; row < count; row++) {
      const at = (row * rowBytes) / 4;
      rowView[at] = base;
      rowView[at + 1] = constant < features.length ? addressOf(constant, row) : lists;
      rowView[at + 2] = constant + 1 < features.length ? addressOf(constant + 1, row) : lists;
      rowView[at + 3] = scores + row * 8;
    }
    score(count, out, inOrder, 0, firstScore);
  }

  function scoreRow(values: Float64Array, start: number, out: Float64Array, firstScore: number): void {
    for (let place = 0; place < features.length; place++)
      found[place][0] = findRow(forest, features[place], values[start + features[place].feature]);
    placeRow(0, 0, 0, 0, buffers[0]);
    score(1, out, inOrder, 0, firstScore);
  }

  function scoreSome(values: Float64Array, start: number, count: number, out: Float64Array, firstScore: number): void {
    for (let place = 0; place < features.length; place++) findLists(place, values, start, count);
    const constant = putConstantFirst(count);
    if (features.length - constant < listsOfRow) scoreAlike(count, constant, out, firstScore);
    else scoreGroups(count, constant, out, firstScore);
  }

  /** Scores rows of which `constant` features are the same; groups of them share more. */
  function scoreGroups(count: number, constant: number, out: Float64Array, firstScore: number): void {
    const varying = [...turns.subarray(constant)];
    const listsOfVarying = varying.map((place) => found[place]);
    const counts = varying.map((place) => valueCounts[place]);
    const { order, ends, shared: grouped } = groupRows(listsOfVarying, counts, count);
    const shared = constant + grouped;
    const rest = features.length - shared;
    let next = 0;
    for (const end of ends) {
      const base = shared > 0 ? intersect(0, order[next], 0, shared, sharedBuffer) : 0;
      // Rows that have a buffer each are scored two by two, others all at once.
      const step = rest >= listsOfRow ? 2 : end - next;
      for (; next < end; next += Math.min(step, end - next)) {
        const some = Math.min(step, end - next);
        for (let place = 0; place < some; place++)
          placeRow(place, order[next + place], base, shared, buffers[place & 1]);
        score(some, out, order, next, firstScore);
      }
    }
  }

  return {
    scoreRow,
    scoreRows(values, first, count, out) {
      for (let row = first; row < first + count; row += mostRows) {
        const some = Math.min(mostRows, first + count - row);
        if (some === 1) scoreRow(values, row * width, out, row * outputs);
        else scoreSome(values, row * width, some, out, row * outputs);
      }
    },
  };
}

function isConstant(lists: Int32Array, count: number): boolean {
  for (let row = 1; row < count; row++) if (lists[row] !== lists[0]) return false;
  return true;
}

function valueCount(forest: Forest, { feature, thresholds }: FeatureRows): number {
  return thresholds ? thresholds.length + 2 : forest.categoryBinCounts[feature] + 1;
}
