import type { ModelDescription } from '@sibyl/engine/model.ts';
import { isMoment } from '@sibyl/engine/readings/reading.ts';
import type { ColumnReference } from './reference.ts';

/**
 * Returns what tells of a column whether it tells the time of its rows: a date, or the year, month or day by which the
 * training ordered rows. A window of one day has one month, whatever the training has, and that says nothing of its rows.
 */
export function movingOn({
  validation,
}: Pick<ModelDescription, 'validation'>): (column: Pick<ColumnReference, 'name' | 'reading'>) => boolean {
  const orders = (validation?.compared ?? []).filter(({ scheme }) => scheme === 'forward');
  const dates = orders.map(({ column }) => column.split(', ')).filter((parts) => parts.length > 1);
  const parts = new Set(dates.flat());
  return ({ name, reading }) => isMoment(reading) || parts.has(name);
}
