import type { ColumnSummary } from '../../grounding.ts';
import { askedFigures } from './asked-figures.ts';
import { assembleComparison } from './assemble-comparison.ts';
import { assembleExtreme } from './assemble-extreme.ts';
import { assembleShare } from './assemble-share.ts';
import type { Draft } from './draft.ts';
import { figures } from './figures-query.ts';
import type { Condition, Measure, TableQuery } from './logical-form.ts';
import { columnsOfConcept, isAdditive, isCount, isNumeric, type Lattice } from './readings.ts';

/** What the pieces of a question mean together; undefined when they do not fit or something would be left out. */
export function assembleQuery(draft: Draft, lattice: Lattice): TableQuery | undefined {
  if (contradict(draft.conditions)) return undefined;
  if (draft.has('comparative', 'compare') || draft.all('condition').some(({ contrasted }) => contrasted))
    return assembleComparison(draft, lattice);
  if (draft.has('share')) return assembleShare(draft, lattice);
  if (draft.has('extreme', 'order') || (draft.has('limit') && !draft.has('show')))
    return assembleExtreme(draft, lattice);
  if (draft.has('count', 'exists')) return assembleCount(draft, lattice);
  if (draft.has('having')) return assembleHaving(draft, lattice);
  if (draft.has('aggregate')) return assembleFigures(draft, lattice);
  if (draft.has('columns', 'head', 'distinct', 'howMuch')) return assembleColumns(draft, lattice);
  return assembleRows(draft, lattice);
}

/** Two conditions of equality on one column hold of no row: the question meant something else. */
function contradict(conditions: readonly Condition[]): boolean {
  const equal = conditions.filter(
    (one) => !one.negated && (one.test === 'oneOf' || (one.test === 'compare' && one.operator === '=')),
  );
  return new Set(equal.map(({ column }) => column)).size < equal.length;
}

function assembleCount(draft: Draft, lattice: Lattice): TableQuery | undefined {
  if (!draft.saysOnly('count', 'distinct', 'columns', 'group', 'aggregate', 'exists', 'show', 'having'))
    return undefined;
  const { columns } = draft;
  const aggregates = draft.all('aggregate');
  if (draft.follows('count', 'entity') && columns.length > 0) return assembleCountAndFigures(draft, lattice);
  if (columns.length > 1 || aggregates.some(({ aggregate }) => aggregate !== 'sum')) return undefined;
  if (draft.all('count').length > 1 || (columns.length > 0 && !draft.follows('count', 'columns'))) return undefined;
  if (draft.has('exists') && !draft.has('count')) {
    if (columns.length > 0 || aggregates.length > 0 || draft.has('group', 'distinct')) return undefined;
    return figures(lattice, draft, [{ of: 'rows' }], { says: { how: 'exists' } });
  }
  const measure = counted(columns[0], draft, lattice);
  const having = draft.one('having')?.having;
  if (having && draft.groups.length === 0) return undefined;
  return measure && figures(lattice, draft, [measure], { having });
}

/** "Number of homes and average price by neighborhood." */
function assembleCountAndFigures(draft: Draft, lattice: Lattice): TableQuery | undefined {
  const measures = askedFigures(draft);
  if (!measures || !draft.saysOnly('count', 'columns', 'aggregate', 'group', 'show')) return undefined;
  return figures(lattice, draft, [{ of: 'rows' }, ...measures]);
}

function counted(column: ColumnSummary | undefined, draft: Draft, { vocabulary }: Lattice): Measure | undefined {
  if (!column) return draft.has('distinct') ? undefined : { of: 'rows' };
  if (draft.has('distinct') || !(isNumeric(column) || column.type === 'boolean')) return { of: 'distinct', column };
  return isCount(column, vocabulary) ? { of: 'column', aggregate: 'sum', column } : undefined;
}

/** "Which neighborhoods have more than 700 homes?" */
function assembleHaving(draft: Draft, lattice: Lattice): TableQuery | undefined {
  const headed = [...draft.all('head').map(({ column }) => column), ...draft.columns];
  const groups = headed.length > 0 ? headed.map((column) => ({ column })) : draft.groups;
  const having = draft.one('having')?.having;
  if (groups.length === 0 || !having || !draft.saysOnly('head', 'columns', 'having', 'show', 'group')) return undefined;
  if (headed.length > 1 || headed.some(isNumeric) || draft.one('head')?.limit || draft.all('having').length > 1)
    return undefined;
  return figures(lattice, draft, [having.measure], { groups, having });
}

function assembleFigures(draft: Draft, lattice: Lattice): TableQuery | undefined {
  if (!draft.saysOnly('aggregate', 'columns', 'group', 'show', 'howMuch')) return undefined;
  const measures = askedFigures(draft);
  return measures && figures(lattice, draft, measures);
}

const tellingOfAmounts = ['sum', 'average'] as const;
const tellingOfLevels = ['average', 'lowest', 'highest'] as const;

/** A column without a figure: the values of a text, the middle and the ends of a number. */
function assembleColumns(draft: Draft, lattice: Lattice): TableQuery | undefined {
  if (!draft.saysOnly('columns', 'head', 'distinct', 'show', 'howMuch', 'group', 'limit')) return undefined;
  const columns = [...draft.columns, ...draft.all('head').map(({ column }) => column)];
  const { table, vocabulary } = lattice;
  if (draft.has('show') && draft.has('entity') && !draft.has('distinct', 'group'))
    return { shape: 'rows', table, conditions: draft.conditions, columns, limit: draft.one('limit')?.limit };
  // "how much is a flat in …" asks for what it costs
  if (columns.length === 0 && draft.has('howMuch')) columns.push(...columnsOfConcept(table, 'price', vocabulary));
  if (columns.length !== 1 || draft.has('limit') || draft.one('head')?.limit) return undefined;
  const [column] = columns;
  if (!isNumeric(column) || draft.has('distinct'))
    return draft.has('group', 'howMuch') ? undefined : { shape: 'values', table, conditions: draft.conditions, column };
  const telling = isAdditive(column, vocabulary) ? tellingOfAmounts : tellingOfLevels;
  return figures(
    lattice,
    draft,
    telling.map((aggregate): Measure => ({ of: 'column', aggregate, column })),
  );
}

/** "Show the homes in downtown": rows as they are. "Homes by location": how many. */
function assembleRows(draft: Draft, lattice: Lattice): TableQuery | undefined {
  const { table } = lattice;
  if (!draft.has('entity')) return undefined;
  if (draft.has('group'))
    return draft.saysOnly('show', 'group') ? figures(lattice, draft, [{ of: 'rows' }]) : undefined;
  if (!draft.saysOnly('show', 'limit')) return undefined;
  return { shape: 'rows', table, conditions: draft.conditions, columns: [], limit: draft.one('limit')?.limit };
}
