import { tellGoals } from '../report/goal.ts';
import { formatNumber, quantileOfSorted } from '../report/numbers.ts';
import { renderTable } from '../report/table.ts';
import { type Outcome, outcomes } from './judge.ts';

export interface Asked {
  outcome: Outcome;
  milliseconds: number;
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
      ...[0.5, 0.9].map((part) => formatNumber(quantileOfSorted(times, part))),
    ];
  });
  console.log(renderTable(['way', 'asked', ...outcomes, 'p50 s', 'p90 s'], rows));
}

/** The figure that counts: what the model told wrongly, and nothing marked. */
export function tellGoal(asked: ReadonlyMap<string, readonly Asked[]>): void {
  const guarded = [...asked].filter(([way]) => way !== unguarded).flatMap(([, all]) => all);
  const measured = countOf(guarded, 'wrong, told as sure');
  console.log(tellGoals([{ what: 'wrong and told as sure, guarded', measured, bound: 'at most', goal: 0, unit: '' }]));
}

function countOf(all: readonly Asked[], outcome: Outcome): number {
  return all.filter((one) => one.outcome === outcome).length;
}
