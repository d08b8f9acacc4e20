import { readField } from '../columns/fields.ts';
import type { Inputs, SourceColumn } from '../columns/inputs.ts';
import type { ColumnKind, SchemeComparison } from '../description.ts';
import { TrainingError } from '../errors.ts';
import type { Table } from '../table.ts';
import { cellsOf, type Entity, findEntities, groupOf } from './entities.ts';
import type { PlanRequest } from './plan-request.ts';
import type { Repeats } from './repeats.ts';
import { findOrders, type Order, stretches } from './times.ts';

const [mostEntities, mostOrders] = [3, 2];

/** An entity or an order that might require another scheme. */
export type SchemeCandidate = (({ scheme: 'group' } & Entity) | ({ scheme: 'forward' } & Order)) & {
  comparison?: SchemeComparison;
  /** Growth of the loss where no row of the entity or time is known, as a share of the loss where some are. */
  excess?: number;
  /** Whether the loss may well grow, so that it is worth judging the models that won. */
  isLikely?: boolean;
  /** Whether rows of known times tell little of later ones. */
  drifts?: boolean;
  /** For the scheme `forward`: number of pieces of time that are independent evidence. */
  pieces?: number;
};

/**
 * Returns the candidates for the scheme: those that the request names and those that the rows suggest. All are
 * compared, even if the request decides.
 */
export function listSchemeCandidates(
  { table, rows, inputs, frame, asked }: PlanRequest,
  { alike }: Repeats,
): SchemeCandidate[] {
  const { columns } = inputs;
  const entities =
    asked.group === undefined ? findEntities(table, columns, rows, frame.fields).slice(0, mostEntities) : [];
  const orders = asked.order === undefined ? findOrders(table, columns, rows).slice(0, mostOrders) : [];
  const named: SchemeCandidate[] = [
    ...(asked.group === undefined
      ? []
      : [{ scheme: 'group' as const, ...namedEntity(table, columns, rows, asked.group) }]),
    ...(asked.order === undefined
      ? []
      : [{ scheme: 'forward' as const, ...namedOrder(table, columns, rows, asked.order) }]),
  ];
  return [
    ...named,
    ...entities.map((entity) => ({ scheme: 'group' as const, ...entity })),
    ...(alike && asked.group === undefined
      ? [
          {
            scheme: 'group' as const,
            column: nameColumns(inputs, alike.columns),
            columns: alike.columns.map((column) => inputs.fields[column].profile.name),
            group: alike.group,
          },
        ]
      : []),
    ...orders.map((order) => ({ scheme: 'forward' as const, ...order })),
  ];
}

/** Most columns that are named of those that rows have in common. */
const mostNamed = 3;

function nameColumns({ fields }: Inputs, columns: readonly number[]): string {
  const names = columns.slice(0, mostNamed).map((column) => fields[column].profile.name);
  const others = columns.length - names.length;
  return names.join(', ') + (others > 0 ? ` and ${others} others` : '');
}

function namedEntity(table: Table, columns: readonly SourceColumn[], rows: Int32Array, name: string): Entity {
  const place = requireColumn(columns, name, 'group');
  if (!groupKinds.has(columns[place].profile.kind))
    throw new TrainingError(
      'bad_validation',
      `column \`${name}\` holds one value only: rows cannot be held out by it`,
      name,
    );
  const group = groupOf(cellsOf(readField(table.columns[place], columns[place].profile, rows)));
  if (new Set(group).size < 3)
    throw new TrainingError(
      'bad_validation',
      `column \`${name}\` has fewer than 3 values: rows cannot be held out by it`,
      name,
    );
  return { column: name, columns: [name], group };
}

function namedOrder(table: Table, columns: readonly SourceColumn[], rows: Int32Array, name: string): Order {
  const place = requireColumn(columns, name, 'order');
  const field = readField(table.columns[place], columns[place].profile, rows);
  if (field.type !== 'numeric' || new Set(field.values).size < stretches)
    throw new TrainingError(
      'bad_validation',
      `column \`${name}\` must hold at least ${stretches} different dates or numbers for rows to be held out in their order`,
      name,
    );
  return { column: name, columns: [name], moments: field.values, isDated: true, goesOn: true };
}

function requireColumn(columns: readonly SourceColumn[], name: string, what: string): number {
  const place = columns.findIndex(({ profile, role }) => profile.name === name && role !== 'target');
  if (place < 0)
    throw new TrainingError('column_not_found', `the table has no column \`${name}\` to validate by (${what})`, name);
  return place;
}

/** Kinds of columns whose values can be held out together. */
const groupKinds: ReadonlySet<ColumnKind> = new Set<ColumnKind>([
  'number',
  'category',
  'boolean',
  'datetime',
  'text',
  'identifier',
]);
