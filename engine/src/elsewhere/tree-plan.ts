import { drawSample } from '../large-tables/large-table.ts';
import { sourceOf } from '../large-tables/table-in-memory.ts';
import type { Monitor } from '../monitor.ts';
import type { TrainRequest } from '../request.ts';
import type { Table, TableSource } from '../table.ts';
import type { Labels } from '../target/labels.ts';
import { prepare, type Training } from '../training/prepare.ts';

/** What a program that grows trees elsewhere must know of the rows. */
export interface TreePlan {
  /** XGBoost's name. */
  objective: 'reg:squarederror' | 'reg:absoluteerror' | 'binary:logistic' | 'multi:softprob';
  /** 0 for numbers. */
  classCount: number;
  /** By feature: `q` for a number, `c` for a category code from 0. */
  types: ('q' | 'c')[];
  /** Numbers are learned as (target - center) / unit, because XGBoost knows them in single precision only. */
  center: number;
  unit: number;
  /** The score before the first tree, for two classes: of rows of one class XGBoost would estimate an infinite one. */
  baseScore: number | undefined;
}

/** Prepares a training whose trees are grown elsewhere: rows are held out of a sample, however small the table is. */
export async function prepareElsewhere(
  given: Table | TableSource,
  request: TrainRequest,
  monitor: Monitor,
): Promise<Training> {
  const source = 'readWhole' in given ? given : sourceOf(given);
  return prepare(await drawSample(source, source.columns.length, request, monitor), request, monitor);
}

export function planTrees({ frame, splits }: Training): TreePlan {
  const { labels } = frame;
  return {
    objective: objectiveOf(labels),
    classCount: labels.classCount,
    types: splits[0].encoded.features.map(({ categories }) => (categories > 0 ? 'c' : 'q')),
    ...scaleOf(labels),
    baseScore: labels.classCount === 2 ? shareOfSecond(labels) : undefined,
  };
}

function objectiveOf({ classCount, loss }: Labels): TreePlan['objective'] {
  if (classCount > 0) return classCount === 2 ? 'binary:logistic' : 'multi:softprob';
  return loss === 'absolute' ? 'reg:absoluteerror' : 'reg:squarederror';
}

function shareOfSecond({ values }: Labels): number {
  const count = values.reduce((sum, value) => sum + (value === 1 ? 1 : 0), 0);
  return (count + 1) / (values.length + 2);
}

function scaleOf({ values, classCount }: Labels): { center: number; unit: number } {
  if (classCount > 0) return { center: 0, unit: 1 };
  const center = values.reduce((sum, value) => sum + value / values.length, 0);
  const unit = Math.sqrt(values.reduce((sum, value) => sum + (value - center) ** 2 / values.length, 0));
  return { center, unit: unit > 0 && Number.isFinite(unit) ? unit : 1 };
}
