import { type ColumnProfile, profileColumn } from '../columns/profile.ts';
import type { Column } from '../table.ts';
import type { LargeTable } from './large-table.ts';

/** The profile of a column of the sample, with what is known of all its cells. */
export function profileSampled({ summaries, source }: LargeTable, column: Column): ColumnProfile {
  const profile = profileColumn(column);
  const summary = summaries.get(column.name);
  if (!summary) return profile;
  const { distinct, min, max } = summary;
  const sampled = column.type === 'text' ? column.codes.length : column.values.length;
  // Storage does not know the words for "no value": of texts the sample tells how many there are.
  const missing = column.type === 'text' ? Math.round((profile.missing / sampled) * source.rowCount) : summary.missing;
  const isCount = column.type === 'number' && min >= 0 && min <= 1 && source.rowCount / (max - min + 1) > 0.5;
  const kind = isCount && risesByWholes(column.values) ? 'identifier' : profile.kind;
  return { ...profile, kind, missing, distinct: Math.max(profile.distinct, distinct) };
}

function risesByWholes(values: Float64Array): boolean {
  return values.every((value, row) => Number.isSafeInteger(value) && (row === 0 || value > values[row - 1]));
}
