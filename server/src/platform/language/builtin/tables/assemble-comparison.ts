import type { Draft } from './draft.ts';
import { figures } from './figures-query.ts';
import type { Condition, FiguresQuery, Measure, TableQuery } from './logical-form.ts';
import { isNumeric, type Lattice, type Scalar } from './readings.ts';

/** "Is downtown more expensive than westbrae?", "compare the rent of great and poor locations", "X versus Y". */
export function assembleComparison(draft: Draft, lattice: Lattice): TableQuery | undefined {
  const known = [
    'whether',
    'comparative',
    'compare',
    'than',
    'aggregate',
    'columns',
    'count',
    'show',
    'exists',
    'head',
    'howMuch',
  ] as const;
  if (!draft.saysOnly(...known) || draft.groups.length > 0) return undefined;
  const sides = findSides(draft);
  const measure = findMeasure(draft);
  if (!sides || !measure) return undefined;
  const { column, values, others } = sides;
  const heads = draft.all('head').map((head) => head.column);
  if (heads.some((head) => head !== column)) return undefined;
  const condition: Condition = { column, test: 'oneOf', values };
  return {
    ...figures(lattice, draft, [measure]),
    conditions: [...others, condition],
    groups: [{ column }],
    order: { measure, descending: true },
    says: wayToSay(draft, values),
  };
}

function wayToSay(draft: Draft, values: Scalar[]): FiguresQuery['says'] {
  const than = draft.one('than');
  const descending = draft.one('comparative')?.descending ?? than?.descending;
  if (draft.has('howMuch')) return { how: 'differs' };
  if (than && descending !== undefined) return { how: 'compares', first: values[0], descending };
  return values.length === 2 ? { how: 'differs' } : undefined;
}

interface Sides {
  column: Condition['column'];
  values: Scalar[];
  others: Condition[];
}

/** The values set against each other: those of a list, or the one before "than" and the one after. */
function findSides(draft: Draft): Sides | undefined {
  const than = draft.all('than');
  const conditions = draft.conditions;
  const [first] = conditions.filter((one) =>
    than.length === 1 ? one.column === than[0].column : one.test === 'oneOf',
  );
  if (!first || first.negated || than.length > 1) return undefined;
  const others = conditions.filter((one) => one !== first);
  if (than.length === 0)
    return first.test === 'oneOf' ? { column: first.column, values: first.values, others } : undefined;
  if (first.test !== 'compare' || first.operator !== '=' || first.value === than[0].value) return undefined;
  return { column: first.column, values: [first.value, than[0].value], others };
}

function findMeasure(draft: Draft): Measure | undefined {
  const comparatives = draft.all('comparative');
  const columns = [...draft.columns, ...comparatives.flatMap(({ column }) => (column ? [column] : []))];
  const aggregates = draft.all('aggregate');
  if (columns.length === 0) {
    const counts = draft.has('count') || comparatives.some(({ ofRows }) => ofRows);
    return counts && aggregates.length === 0 ? { of: 'rows' } : undefined;
  }
  const [column] = columns;
  if (draft.has('count') || comparatives.some(({ ofRows }) => ofRows)) return undefined;
  if (columns.some((one) => one !== column) || !isNumeric(column) || aggregates.length > 1) return undefined;
  return { of: 'column', aggregate: aggregates[0]?.aggregate ?? 'average', column };
}
