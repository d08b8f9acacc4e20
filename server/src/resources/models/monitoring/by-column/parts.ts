import { isMoment } from '@sibyl/engine/readings/reading.ts';
import { binsOf, type ColumnReference } from '../reference.ts';

/** Rows of one part of a column; numbers lie above one edge and up to the other. */
export interface Part {
  kind: 'value' | 'rarer_values' | 'range' | 'length' | 'unseen' | 'missing';
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
  const rest = { value: null, above: null, up_to: null };
  return [...known, { kind: 'unseen', ...rest, bins: [bins] }, { kind: 'missing', ...rest, bins: [bins + 1] }];
}

function valuesOf({ values, rarer }: ColumnReference): Part[] {
  const none = { above: null, up_to: null };
  const frequent = values.map((value, bin): Part => ({ kind: 'value', value, ...none, bins: [bin] }));
  if (rarer.length === 0) return frequent;
  return [...frequent, { kind: 'rarer_values', value: null, ...none, bins: [values.length] }];
}

/** Neighbouring bins are taken together until each part has its share of the truths. */
function rangesOf({ form, edges, reading }: ColumnReference, truths: readonly number[]): Part[] {
  const groups = groupsOf(truths);
  const edge = (place: number) => {
    const value = edges[place] ?? null;
    return value !== null && form === 'number' && isMoment(reading) ? new Date(value).toISOString() : value;
  };
  const kind = form === 'length' ? 'length' : 'range';
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
