/** Questions that one table alone does not answer. */
import { expect, test } from 'vitest';
import type { TableSummary } from '../grounding.ts';
import { planLastQuestion } from '../plan.ts';
import { english } from '../words/english.ts';

const many = (name: string, distinct = 60) => ({ name, type: 'text', distinct, nulls: 0 });
const trees: TableSummary = {
  name: 'trees',
  row_count: 900,
  columns: [
    { name: 'id', type: 'integer', distinct: 900, nulls: 0, min: 1, max: 900 },
    { name: 'gardener_id', type: 'integer', distinct: 58, nulls: 0, min: 1, max: 60 },
    { name: 'height', type: 'number', distinct: 300, nulls: 0, min: 1, max: 30 },
    { name: 'planted', type: 'date', distinct: 500, nulls: 0, min: '2001-01-02', max: '2020-03-04' },
  ],
};
const gardeners: TableSummary = {
  name: 'gardeners',
  row_count: 60,
  columns: [
    { name: 'id', type: 'integer', distinct: 60, nulls: 0, min: 1, max: 60 },
    many('name'),
    { name: 'village', type: 'text', distinct: 3, values: ['Elm', 'Ash', 'Oakham'], nulls: 0 },
  ],
};

function sqlOf(...questions: string[]): string {
  const groundings = [{ kind: 'sql', tool: 'query', dialect: 'duckdb', tables: [trees, gardeners] } as const];
  const plan = planLastQuestion(questions, {
    groundings: groundings.map((one) => ({ ...one, tables: [...one.tables] })),
    vocabulary: english,
    now: new Date('2026-01-01'),
  });
  return plan.kind === 'query' ? plan.sql.replaceAll(/\s+/g, ' ') : plan.kind;
}

const joined = 'FROM "trees" LEFT JOIN "gardeners" ON "trees"."gardener_id" = "gardeners"."id"';

test('a condition on the rows that a key names joins them', () => {
  const sql = sqlOf('How many trees are in Oakham?');
  expect(sql).toContain(`count(*) AS "rows" ${joined}`);
  expect(sql).toContain(`"gardeners"."village" = 'Oakham'`);
});

test('rows are named, not numbered', () => {
  const sql = sqlOf('Which gardener has the most trees?');
  expect(sql).toContain('"gardeners"."name"');
  expect(sql).toContain(joined);
});

test('one table is enough where it answers', () => {
  expect(sqlOf('How many gardeners are in Oakham?')).toContain('FROM "gardeners" WHERE');
  expect(sqlOf('What is the average height of trees?')).not.toContain('JOIN');
});

test('a follow-up keeps the condition on the other table', () => {
  const sql = sqlOf('How many trees are in Oakham?', 'How many in 2010?');
  expect(sql).toContain(`= 'Oakham'`);
  expect(sql).toContain(`>= '2010-01-01'`);
  expect(sqlOf('How many trees were planted in 2010?', 'And in Elm?')).toContain(`>= '2010-01-01'`);
});
