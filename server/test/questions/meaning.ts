import type { TableSummary } from '../../src/builtin/grounding.ts';
import { planLastQuestion } from '../../src/builtin/plan.ts';
import { describeQuery } from '../../src/builtin/tables/wording.ts';
import { english } from '../../src/builtin/words/english.ts';

export const text = (name: string, ...values: string[]) => ({ name, type: 'text', distinct: values.length, values });
export const names = (name: string, distinct: number) => ({ name, type: 'text', distinct });
export const number = (name: string, min: number, max: number, type = 'integer') => ({
  name,
  type,
  distinct: 900,
  min,
  max,
});
export const date = (name: string) => ({ name, type: 'date', distinct: 900, min: '2020-01-01', max: '2024-12-31' });

/** Returns what the last question is understood to mean, or the kind of the plan with the words that stopped it. */
export function meaningOf(table: TableSummary, ...questions: string[]): string {
  const groundings = [{ kind: 'sql' as const, tool: 'query', dialect: 'duckdb' as const, tables: [table] }];
  const plan = planLastQuestion(questions, { groundings, vocabulary: english, now: new Date('2025-03-10T12:00:00Z') });
  if (plan.kind === 'query') return describeQuery(plan.query);
  return plan.kind === 'refuse' ? `refuse ${[...plan.unread, ...(plan.unplaced ?? [])].join(' ')}`.trim() : plan.kind;
}
