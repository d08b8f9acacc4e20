import type { Goal } from '../report/goal.ts';
import type { Outcome } from './render.ts';

/** Stands for a shift that was never noticed. */
const never = 99;

export function goalsOf(outcomes: readonly Outcome[]): Goal[] {
  const all = outcomes.reduce((sum, { quietDays }) => sum + quietDays, 0);
  const wrong = outcomes.reduce((sum, one) => sum + one.wrong.length, 0);
  const late = Math.max(...outcomes.flatMap(({ noticed }) => Object.values(noticed).map((window) => window ?? never)));
  return [
    {
      what: `alarms in ${all} undrifted windows`,
      measured: (100 * wrong) / all,
      bound: 'at most',
      goal: 1,
      unit: ' %',
    },
    { what: 'window in which a shift is noticed, latest', measured: late, bound: 'at most', goal: 3, unit: '' },
  ];
}
