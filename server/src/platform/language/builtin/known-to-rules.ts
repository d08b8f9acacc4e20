import type { Grounding, TableSummary } from '../grounding.ts';
import type { Surroundings } from './surroundings.ts';

const known = new WeakMap<TableSummary['columns'], TableSummary['columns']>();

/** The rules know no figure that is worked out of all rows of a group by a formula; others stand in brackets. */
export function knownToRules(surroundings: Surroundings): Surroundings {
  const plain = new Map<TableSummary, TableSummary>();
  const groundings = surroundings.groundings.map((one): Grounding => {
    if (one.kind !== 'sql' || !one.tables.some(isTaught)) return one;
    return { ...one, tables: one.tables.map((table) => withRules(table, plain)) };
  });
  if (plain.size === 0) return surroundings;
  const found = [...(surroundings.found ?? [])].map(([table, values]) => [plain.get(table) ?? table, values] as const);
  return { ...surroundings, groundings, found: new Map(found) };
}

function isTaught({ columns }: TableSummary): boolean {
  return columns.some(({ formula }) => formula !== undefined);
}

function withRules(table: TableSummary, plain: Map<TableSummary, TableSummary>): TableSummary {
  if (!isTaught(table)) return table;
  const columns = known.get(table.columns) ?? table.columns.flatMap(columnOfRules);
  known.set(table.columns, columns);
  const own = { ...table, columns, sample: undefined };
  plain.set(table, own);
  return own;
}

function columnOfRules(column: TableSummary['columns'][number]): TableSummary['columns'] {
  if (column.formula === undefined) return [column];
  return column.isOfRow ? [{ ...column, formula: `(${column.formula})` }] : [];
}
