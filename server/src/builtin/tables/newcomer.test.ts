/** Questions of a newcomer to a table of his own, each once wrong or refused. */
import { expect, test } from 'vitest';
import { meaningOf, names, number, text } from '../../../test/questions/meaning.ts';
import type { TableSummary } from '../grounding.ts';

const accounts: TableSummary = {
  name: 'accounts',
  row_count: 1500,
  columns: [
    { ...names('account_id', 1500), values: undefined },
    text('city', 'Berlin', 'München', 'Zürich'),
    text('plan', 'Basic', 'Pro', 'Team'),
    number('seats', 1, 40),
    { name: 'signup_date', type: 'date', distinct: 1100, min: '2019-01-02', max: '2025-12-28' },
    number('mrr_usd', 9, 2145, 'number'),
    text('churned', 'No', 'Yes'),
  ],
};

test.each([
  ['What percent of mrr comes from Team?', 'Share of the total mrr_usd with plan is Team'],
  ['What percentage of mrr is from the Team plan?', 'Share of the total mrr_usd with plan is Team'],
  ['Average seats of Team accounts in Zurich', 'Average seats where plan is Team and city is Zürich'],
])('%s', (question, meaning) => expect(meaningOf(accounts, question)).toBe(meaning));

test('a column or a value of signs only has no words, and fails no question with an unknown one', () => {
  const signs = { ...accounts, columns: [...accounts.columns, number('#', 1, 9), text('grade', '–', 'A')] };
  expect(meaningOf(signs, 'What is the flurbl of Berlin?')).toMatch(/^refuse/);
});
