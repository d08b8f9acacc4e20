import { type ColumnProfile, profileColumn } from '../columns/profile.ts';
import type { Column } from '../table.ts';
import type { LargeTable } from './large-table.ts';

/** Profiles a column by its sample and what is known of all its cells. */
export function profileSampled({ summaries, source }: LargeTable, column: Column): ColumnProfile {
  const profile = profileColumn(column);
  const summary = summaries.get(column.name);
  if (!summary) return profile;
  const { min, max } = summary;
  const cells = column.type === 'text' ? column.codes : column.values;
  const scale = source.rowCount / cells.length;
  // Storage does not know words for "no value", so the sample estimates how many texts are missing.
  const missing = column.type === 'text' ? Math.max(summary.missing, profile.missing * scale) : summary.missing;
  const isCount = column.type === 'number' && min >= 0 && min <= 1 && source.rowCount / (max - min + 1) > 0.5;
  const kind = isCount && risesByWholes(column.values) ? 'identifier' : profile.kind;
  const most = source.rowCount - missing;
  const distinct = Math.min(most, profile.distinct + unseenValues(cells));
  return { ...profile, kind, missing: Math.round(missing), distinct: Math.round(distinct) };
}

/** Estimates how many values the sample missed, from those that occur once and twice (Chao 1984). */
function unseenValues(cells: Float64Array | Uint8Array | Int32Array): number {
  const counts = new Map<number, number>();
  for (const cell of cells) counts.set(cell, (counts.get(cell) ?? 0) + 1);
  let [once, twice] = [0, 0];
  for (const count of counts.values()) {
    if (count === 1) once += 1;
    if (count === 2) twice += 1;
  }
  return (once * (once - 1)) / (2 * (twice + 1));
}

function risesByWholes(values: Float64Array): boolean {
  return values.every((value, row) => Number.isSafeInteger(value) && (row === 0 || value > values[row - 1]));
}
