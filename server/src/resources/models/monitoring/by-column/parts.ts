import { isMoment } from '@sibyl/engine/readings/reading.ts';
import { binsOf, type ColumnReference, placesOf } from '../reference.ts';

/** Rows of one part of a column; numbers lie above one edge and up to the other. */
export interface Part {
  kind: 'value' | 'rarer_values' | 'range' | 'length' | 'below' | 'above' | 'unseen' | 'missing';
  value: string | null;
  above: number | string | null;
  up_to: number | string | null;
  /** Places of its bins. */
  bins: number[];
}

/** Parts with fewer truths say nothing. */
export const leastTruths = 30;
/** Parts of numbers. */
const mostRanges = 10;

/** Takes the bins of a column together to parts; `truths` has the number of truths of each bin. */
export function partsOf(column: ColumnReference, truths: readonly number[]): Part[] {
  const bins = binsOf(column);
  const known = column.form === 'category' ? valuesOf(column) : rangesOf(column, truths.slice(0, bins));
  const { unseen, missing } = placesOf(column);
  const rest = { value: null, above: null, up_to: null };
  return [
    ...known,
    ...outsideOf(column),
    { kind: 'unseen', ...rest, bins: [unseen] },
    { kind: 'missing', ...rest, bins: [missing] },
  ];
}

function valuesOf({ values, rarer }: ColumnReference): Part[] {
  const none = { above: null, up_to: null };
  const frequent = values.map((value, bin): Part => ({ kind: 'value', value, ...none, bins: [bin] }));
  if (rarer.length === 0) return frequent;
  return [...frequent, { kind: 'rarer_values', value: null, ...none, bins: [values.length] }];
}

/** Numbers below the least one of the training rows, and above their greatest. */
function outsideOf(column: ColumnReference): Part[] {
  if (!column.range) return [];
  const { below, above } = placesOf(column);
  const [least, greatest] = column.range.map((value) => shownOf(column, value));
  return [
    { kind: 'below', value: null, above: null, up_to: least, bins: [below] },
    { kind: 'above', value: null, above: greatest, up_to: null, bins: [above] },
  ];
}

/** Edges of moments are milliseconds. */
function shownOf({ form, reading }: ColumnReference, value: number): number | string {
  return form === 'number' && isMoment(reading) ? new Date(value).toISOString() : value;
}

/** Neighbouring bins are taken together until each part has its share of the truths. */
function rangesOf(column: ColumnReference, truths: readonly number[]): Part[] {
  const groups = groupsOf(truths);
  const edge = (place: number) => (place in column.edges ? shownOf(column, column.edges[place]) : null);
  const kind = column.form === 'length' ? 'length' : 'range';
  return groups.map((bins) => ({ kind, value: null, above: edge(bins[0] - 1), up_to: edge(bins.at(-1)!), bins }));
}

function groupsOf(truths: readonly number[]): number[][] {
  const share = Math.max(leastTruths, truths.reduce((sum, count) => sum + count, 0) / mostRanges);
  const groups: number[][] = [];
  let [group, held]: [number[], number] = [[], 0];
  for (const [bin, count] of truths.entries()) {
    group.push(bin);
    held += count;
    if (held < share) continue;
    groups.push(group);
    [group, held] = [[], 0];
  }
  const last = groups.pop() ?? [];
  return [...groups, [...last, ...group]];
}
