import { formatNumber } from './numbers.ts';
import { renderTable } from './table.ts';

export interface Goal {
  what: string;
  measured: number;
  bound: 'at least' | 'at most';
  goal: number;
  unit: string;
}

/** The goals that this run has told: a benchmark is a process of its own. */
export const toldGoals: Goal[] = [];

export function isMet({ measured, bound, goal }: Goal): boolean {
  return bound === 'at least' ? measured >= goal : measured <= goal;
}

/** For example `at most 1.5 x`. */
export function boundOf({ bound, goal, unit }: Goal): string {
  return `${bound} ${goal}${unit}`;
}

/** Renders the goals, and notes them for the history. */
export function tellGoals(goals: readonly Goal[]): string {
  toldGoals.push(...goals);
  const rows = goals.map((goal) => [
    goal.what,
    formatNumber(goal.measured) + goal.unit,
    boundOf(goal),
    isMet(goal) ? 'met' : 'MISSED',
  ]);
  return renderTable(['goal', 'measured', 'wanted', ''], rows);
}
