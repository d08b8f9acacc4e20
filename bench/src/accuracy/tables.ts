import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { MetricName } from '@sibyl/engine/metrics/metrics.ts';
import type { Table } from '@sibyl/engine/table.ts';
import type { TrainRequest } from '@sibyl/engine/train.ts';
import { readCsv } from './csv.ts';

/** A table of the accuracy benchmark and its training request. */
export interface BenchTable {
  name: string;
  request: TrainRequest;
  /** The metric of its goal. */
  metric: MetricName;
  /** Ten-fold figures of the AutoML Benchmark: tuned forest, H2O and auto-sklearn (an hour each), AutoGluon. */
  published?: { forest: number; h2o: number; autoSklearn: number; autoGluon: number };
  goals?: Partial<Record<MetricName, number>>;
  load(): Table;
}

const fileTables: readonly Omit<BenchTable, 'load'>[] = [
  {
    name: 'horse_colic',
    request: { target: 'outcome' },
    metric: 'auc',
  },
  {
    name: 'australian',
    request: { target: 'A15' },
    metric: 'auc',
    published: { forest: 0.937, h2o: 0.94, autoSklearn: 0.935, autoGluon: 0.942 },
  },
  {
    name: 'concrete_strength',
    request: { target: 'concrete_strength', ignore: ['id'] },
    metric: 'r2_score',
    goals: { r2_score: 0.94 },
  },
  {
    name: 'us_health_insurance',
    request: { target: 'charges' },
    metric: 'r2_score',
    goals: { r2_score: 0.84 },
  },
  {
    name: 'car',
    request: { target: 'class' },
    metric: 'log_loss',
    published: { forest: 0.144, h2o: 0.002, autoSklearn: 0.01, autoGluon: 0.004 },
  },
  { name: 'home_rentals', request: { target: 'rental_price', ignore: ['initial_price'] }, metric: 'r2_score' },
  {
    name: 'airline_sentiment',
    // The metric of the recorded figure.
    request: { target: 'airline_sentiment', metric: 'balanced_accuracy' },
    metric: 'auc',
    goals: { balanced_accuracy: 0.766 },
  },
  {
    name: 'adult',
    request: { target: 'class' },
    metric: 'auc',
    published: { forest: 0.909, h2o: 0.926, autoSklearn: 0.929, autoGluon: 0.932 },
  },
];

/** Returns the known tables in a folder, small ones first. */
export function tablesOfFolder(folder: string): BenchTable[] {
  return fileTables.flatMap((table) => {
    const path = join(folder, `${table.name}.csv`);
    return existsSync(path) ? [{ ...table, load: () => readCsv(readFileSync(path, 'utf8')) }] : [];
  });
}
