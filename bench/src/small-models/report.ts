import { tellGoals } from '../report/goal.ts';
import { formatNumber, quantileOfSorted } from '../report/numbers.ts';
import { renderTable } from '../report/table.ts';
import { type Outcome, outcomes } from './judge.ts';

export interface Asked {
  outcome: Outcome;
  milliseconds: number;
  /** In one line. */
  told: string;
}

const unguarded = 'unguarded';

/** Prints what was told, by the way in which it was asked. */
export function report(asked: ReadonlyMap<string, readonly Asked[]>): void {
  const rows = [...asked].map(([way, all]) => {
    const counts = outcomes.map((outcome) => String(countOf(all, outcome)));
    const times = all.map(({ milliseconds }) => milliseconds / 1000).sort((one, other) => one - other);
    return [
      way,
      String(all.length),
      ...counts,
      ...[0.5, 0.95, 1].map((part) => formatNumber(quantileOfSorted(times, part))),
    ];
  });
  console.log(renderTable(['way', 'asked', ...outcomes, 'p50 s', 'p95 s', 'most s'], rows));
}

/** The figures that count: what the model told wrongly and nothing marked, and what failed. */
export function tellGoal(asked: ReadonlyMap<string, readonly Asked[]>, isUnloaded: boolean | undefined): void {
  const guarded = [...asked].filter(([way]) => way !== unguarded).flatMap(([, all]) => all);
  const none = { bound: 'at most', goal: 0, unit: '' } as const;
  const goals = [
    { what: 'wrong and told as sure, guarded', measured: countOf(guarded, 'wrong, told as sure'), ...none },
    { what: 'no answer at all', measured: countOf(guarded, 'failed'), ...none },
  ];
  if (isUnloaded !== undefined)
    goals.push({ what: 'weights in memory after the idle time', measured: isUnloaded ? 0 : 1, ...none });
  console.log(tellGoals(goals));
}

function countOf(all: readonly Asked[], outcome: Outcome): number {
  return all.filter((one) => one.outcome === outcome).length;
}
