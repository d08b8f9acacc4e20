import { type Aggregate, type Answer, type Field, isOfGroups, isOfYesAndNo } from '../algebra.ts';
import type { LinkedQuestion } from '../link/linked-question.ts';
import { quoteName } from '../words/quoting.ts';
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

/** A figure that was taught says itself how it is worked out. */
export function aggregatesOf(field: Field, all: readonly Aggregate[]): readonly Aggregate[] {
  if (isOfGroups(field)) return ['own'];
  return isOfYesAndNo(field) ? all.filter((one) => one === 'average') : all;
}

/** Of what is taught the ranking knows how it is worked out. */
export function operationOf({ column }: Field, aggregate: Aggregate): Operation {
  return aggregate === 'own' ? (column.aggregate ?? 'sum') : aggregate;
}

/** Groups by a column have no other figure of it, nor one that is worked out of it: how it goes with another column. */
export function isApart({ place, field }: Placed, by: Placed): boolean {
  const isOfSame = field.at === by.field.at && field.part === 'number';
  return place !== by.place && !isOfSame && !field.column.formula?.includes(quoteName(by.field.column.name));
}
