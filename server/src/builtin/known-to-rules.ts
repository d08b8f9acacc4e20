import type { Grounding, TableSummary } from './grounding.ts';
import type { Surroundings } from './surroundings.ts';

const known = new WeakMap<TableSummary['columns'], TableSummary['columns']>();

/** The rules know the columns of a table, not what its owner taught: they would take parts of its names. */
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
  const columns = known.get(table.columns) ?? table.columns.filter(({ formula }) => formula === undefined);
  known.set(table.columns, columns);
  const own = { ...table, columns, sample: undefined };
  plain.set(table, own);
  return own;
}
