import { type Field, isPartOfYear, isPeriod } from '../algebra.ts';
import { linkOfField, mayBeMeant } from '../link/link-fields.ts';
import type { LinkedQuestion } from '../link/linked-question.ts';
import type { Placed } from './proposed-answer.ts';

export function namedFirst(question: LinkedQuestion): Placed[] {
  const { table } = question;
  const score = ({ field }: Placed) => (field.at < 0 ? -1 : linkOfField(question, field).score);
  const placed = table.fields.map((field, place) => ({ field, place }));
  const meant = placed.filter(({ field }) => mayBeMeant(question, field));
  return meant.sort((one, other) => score(other) - score(one));
}

/** Cells that recur, or may in rows that are not in the sample. */
export function isGrouping(field: Field, codes: Int32Array): boolean {
  const { part, kind, column } = field;
  if (part === 'place' || (kind === 'date' && part === 'whole')) return false;
  // What is worked out of each row is measured
  if (kind === 'number' && column.isOfRow) return false;
  if (isPeriod(field)) return true;
  if (codes.length === 0) return kind !== 'number' || part === 'year' || isPartOfYear(field);
  return new Set(codes).size < (kind === 'number' ? 0.7 : 1) * codes.length;
}
