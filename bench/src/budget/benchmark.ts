import { parseArgs } from 'node:util';
import type { Benchmark } from '../report/benchmark.ts';
import { type Goal, tellGoals } from '../report/goal.ts';
import { describeRun } from '../report/machine.ts';
import { formatNumber } from '../report/numbers.ts';
import { renderTable } from '../report/table.ts';
import { budgetCases } from './cases.ts';
import { timeCancel, type Watched, watchTraining } from './measure.ts';

export const budgetBenchmark: Benchmark = {
  summary:
    'Seconds of trainings against their time budgets, their progress reports, and how fast they can be cancelled.',
  usage: '[--only <name>;…]',
  run: runBudgets,
};

/** Shares of the budget at which a training is cancelled: during the search, and during the final fits. */
const cancelledAt = [0.3, 0.8];

async function runBudgets(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { only: { type: 'string' } } });
  const wanted = values.only?.split(';');
  const cases = budgetCases.filter(({ name }) => wanted?.includes(name) ?? true);
  if (cases.length === 0) throw new Error(`known tables are: ${budgetCases.map(({ name }) => name).join('; ')}`);
  console.log(describeRun('budget', args, []));
  const lines: string[][] = [];
  const goals: Goal[] = [];
  for (const one of cases) {
    const watched = await watchTraining(one);
    const cancels: number[] = [];
    for (const share of cancelledAt) cancels.push(await timeCancel(one, share));
    lines.push([
      one.name,
      String(one.budgetSeconds),
      formatNumber(watched.seconds),
      watched.isCutShort ? 'yes' : 'no',
      formatNumber(watched.longestSilence),
      cancels.map(formatNumber).join(', '),
      tellsAll(watched) ? 'yes' : 'no',
    ]);
    goals.push(
      {
        what: `${one.name}, of its budget`,
        measured: watched.seconds / one.budgetSeconds,
        bound: 'at most',
        goal: 1.1,
        unit: '',
      },
      { what: `${one.name}, cancel`, measured: Math.max(...cancels), bound: 'at most', goal: 1, unit: ' s' },
    );
  }
  const header = ['table', 'budget s', 'seconds', 'cut short', 'longest silence s', 'cancelled within s', 'tells all'];
  console.log(renderTable(header, lines));
  console.log(`\n${tellGoals(goals)}`);
}

/** Returns whether some report has a phase, the best score so far and the remaining seconds. */
function tellsAll({ reports }: Watched): boolean {
  return reports.some(({ phase, bestScore, etaSeconds }) => phase !== '' && bestScore !== null && etaSeconds !== null);
}
