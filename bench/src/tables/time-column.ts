import type { ImportedTable } from './compare.ts';

export interface Series {
  orderBy: string;
  groupBy: string[];
  /** Numeric columns that can be forecast. */
  targets: string[];
}

/** Finds the column of times, by type or else by name, and what tells its series apart. */
export function findSeries({ row_count: rows, columns }: ImportedTable): Series | undefined {
  const dated = columns.find(({ type }) => type === 'date' || type === 'datetime');
  const named = columns.find(({ name }) => /^(year|yr|date|time|month|day|week|quarter)$/i.test(name));
  const time = dated ?? named;
  if (!time) return undefined;
  const moments = time.distinct ?? 0;
  const tellsApart = ({ type, distinct }: (typeof columns)[number]) =>
    type === 'text' && distinct !== null && distinct > 1 && distinct * moments >= rows;
  const groups = columns.filter(tellsApart).sort((one, other) => Number(one.distinct) - Number(other.distinct));
  const groupBy = moments < rows ? groups.slice(0, 1).map(({ name }) => name) : [];
  const isNumber = ({ name, type }: (typeof columns)[number]) =>
    (type === 'number' || type === 'integer') && name !== time.name && !groupBy.includes(name);
  const targets = columns.filter(isNumber).map(({ name }) => name);
  return targets.length > 0 ? { orderBy: time.name, groupBy, targets } : undefined;
}
