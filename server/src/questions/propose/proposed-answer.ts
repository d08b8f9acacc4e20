import type { Answer, Field } from '../algebra.ts';
import type { LinkedQuestion } from '../link/linked-question.ts';
import { type Operation, partOf, partOfField, type Role } from './parts.ts';

/** An answer with its parts. */
export interface ProposedAnswer {
  answer: Answer;
  parts: readonly number[];
}

/** A field with its place among those of the table. */
export interface Placed {
  field: Field;
  place: number;
}

/** Returns operations and fields in their roles as parts. */
export function partsOf(
  { table }: Pick<LinkedQuestion, 'table'>,
  operations: readonly Operation[],
  fields: readonly (readonly [Role, Placed])[],
): number[] {
  return [
    ...operations.map(partOf),
    ...fields.map(([role, { place }]) => partOfField(role, place, table.fields.length)),
  ];
}
