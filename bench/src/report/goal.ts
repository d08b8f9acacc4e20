import { formatNumber } from './numbers.ts';
import { renderTable } from './table.ts';

export interface Goal {
  what: string;
  measured: number;
  bound: 'at least' | 'at most';
  goal: number;
  unit: string;
}

function isMet({ measured, bound, goal }: Goal): boolean {
  return bound === 'at least' ? measured >= goal : measured <= goal;
}

export function renderGoals(goals: readonly Goal[]): string {
  const rows = goals.map((goal) => [
    goal.what,
    formatNumber(goal.measured) + goal.unit,
    `${goal.bound} ${goal.goal}${goal.unit}`,
    isMet(goal) ? 'met' : 'MISSED',
  ]);
  return renderTable(['goal', 'measured', 'wanted', ''], rows);
}
