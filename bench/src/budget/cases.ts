/** Seeded tables that each stress a different part of training, with budgets that cut it short. */
import { createRandom } from '@sibyl/engine/random.ts';
import type { Column, Table } from '@sibyl/engine/table.ts';

/** A table and its time budget. */
export interface BudgetCase {
  name: string;
  budgetSeconds: number;
  load(): Table;
}

export const budgetCases: readonly BudgetCase[] = [
  { name: '600 x 10', budgetSeconds: 3, load: () => makeTable(600, 10, 0) },
  { name: '1,500 x 3,000', budgetSeconds: 10, load: () => makeTable(1500, 3000, 0) },
  { name: '1,000 x 2,000, 2 classes', budgetSeconds: 8, load: () => makeTable(1000, 2000, 2) },
  { name: '20,000 x 10, 200 classes', budgetSeconds: 12, load: () => makeTable(20_000, 10, 200) },
  { name: '100,000 x 20, 2 classes', budgetSeconds: 20, load: () => makeTable(100_000, 20, 2) },
];

/** Uniform numbers. The target is a noisy function of three of them, as a number or as its quantile class. */
function makeTable(rowCount: number, columnCount: number, classCount: number): Table {
  const random = createRandom(rowCount + columnCount);
  const columns = Array.from({ length: columnCount }, (_, index) => ({
    name: `x${index}`,
    type: 'number' as const,
    values: new Float64Array(rowCount).map(random),
  }));
  const [a, b, c] = columns.map(({ values }) => values);
  const scores = a.map((value, row) => (value + b[row] * c[row] + 0.2 * random()) / 2.2);
  return { rowCount, columns: [...columns, makeTarget(scores, classCount)] };
}

function makeTarget(scores: Float64Array, classCount: number): Column {
  if (classCount === 0) return { name: 'y', type: 'number', values: scores };
  const dictionary = Array.from({ length: classCount }, (_, label) => `class ${label}`);
  return { name: 'y', type: 'text', codes: Int32Array.from(scores, (score) => score * classCount), dictionary };
}
