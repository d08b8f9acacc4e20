import type { Model } from '@sibyl/sdk';
import { useQuery } from '@tanstack/react-query';
import { sibyl } from '../shared/client.ts';
import { useMay } from '../shared/may.tsx';

/** The unit of the target in the table that the model learned from; undefined where there is none, or no table. */
export function useUnit({ project, source, target, task }: Model): string | undefined {
  const may = useMay();
  const { table } = (source ?? {}) as { table?: string };
  const isNumber = task === 'regression' || task === 'forecast';
  const { data } = useQuery({
    ...sibyl.query('getTable', { path: { projectName: project, tableName: table ?? '' } }),
    enabled: isNumber && table !== undefined && may('tables.read'),
    retry: false,
    throwOnError: false,
  });
  return data?.columns.find(({ name }) => name === target)?.reading?.unit ?? undefined;
}

const ofTarget = new Set(['mae', 'rmse', 'median_ae']);

/** Returns the text with the unit behind it, if the metric is told in the target's. */
export function withUnit(text: string, unit: string | undefined, metric?: string): string {
  return unit === undefined || (metric !== undefined && !ofTarget.has(metric)) ? text : `${text} ${unit}`;
}
