import type { Goal } from '../report/goal.ts';
import { formatNumber } from '../report/numbers.ts';
import { renderTable } from '../report/table.ts';
import type { ContenderName, Trained } from './contenders.ts';
import { countRows, type Dataset } from './dataset.ts';

type AllTrained = ReadonlyMap<ContenderName, Trained>;

export function describeDataset(dataset: Dataset): string {
  const { name, trainCount, features } = dataset;
  const heldOut = countRows(dataset) - trainCount;
  return `${name}: ${trainCount} rows x ${features.length} columns, ${heldOut} held out; 100 trees of 31 leaves`;
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

/** The engine is to be no slower than scikit-learn and XGBoost; CPU time, because it is steady on a busy machine too. */
export function listGoals({ name }: Dataset, trained: AllTrained): Goal[] {
  return (['scikit-learn', 'xgboost'] as const).map((other) => ({
    what: `${name}: CPU seconds, engine / ${other}`,
    measured: ratio(trained, 'cpuSeconds', other),
    bound: 'at most',
    goal: 1,
    unit: ' x',
  }));
}
