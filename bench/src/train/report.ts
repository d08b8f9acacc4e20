import type { Goal } from '../report/goal.ts';
import { formatNumber } from '../report/numbers.ts';
import { renderTable } from '../report/table.ts';
import { type ContenderName, contenderNames, nameThreads, type Trained, treeCount } from './contenders.ts';
import { countRows, type Dataset } from './dataset.ts';

type AllTrained = ReadonlyMap<ContenderName, Trained>;

export function describeDataset(dataset: Dataset): string {
  const { name, trainCount, features } = dataset;
  const heldOut = countRows(dataset) - trainCount;
  return `${name}: ${trainCount} rows x ${features.length} columns, ${heldOut} held out; ${treeCount} trees of 31 leaves`;
}

function ratio(trained: AllTrained, key: 'seconds' | 'cpuSeconds', other: ContenderName): number {
  return (trained.get('engine')?.[key] ?? Number.NaN) / (trained.get(other)?.[key] ?? Number.NaN);
}

export function renderTrained({ task }: Dataset, trained: AllTrained): string {
  const score = task === 'binary' ? 'AUC' : 'R²';
  const header = ['', 'seconds', 'CPU s', 'peak MB', score, 'seconds, engine / this', 'CPU s, engine / this'];
  const rows = [...trained].map(([name, figures]) => [
    name,
    ...[figures.seconds, figures.cpuSeconds, figures.peakMegabytes].map(formatNumber),
    figures.score.toFixed(4),
    formatNumber(ratio(trained, 'seconds', name)),
    formatNumber(ratio(trained, 'cpuSeconds', name)),
  ]);
  return renderTable(header, rows);
}

/** Goals: on one thread no more CPU time than the fastest peer; on several at most a fifth more wall time. */
export function listGoals({ name }: Dataset, trained: AllTrained, threads: number): Goal[] {
  const key = threads === 1 ? 'cpuSeconds' : 'seconds';
  const fastest = Math.max(
    ...contenderNames.filter((other) => other !== 'engine').map((other) => ratio(trained, key, other)),
  );
  const what = `${name}, ${nameThreads(threads)}: ${threads === 1 ? 'CPU ' : ''}seconds, engine / the fastest other`;
  return [{ what, measured: fastest, bound: 'at most', goal: threads === 1 ? 1 : 1.2, unit: ' x' }];
}
