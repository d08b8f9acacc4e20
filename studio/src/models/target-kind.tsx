import { Select } from '@mantine/core';
import type { ModelOptions } from '@sibyl/sdk';
import { useFaults } from '../shared/faults.ts';
import { words } from '../words/models.ts';

/** A column to learn, as far as its source tells of it. */
export interface TargetColumn {
  name: string;
  type?: string;
  distinct?: number;
  min?: unknown;
  max?: unknown;
}

/** The classes of a column with two values, as the service names them; undefined of any other. */
export function twoClassesOf({ distinct, min, max }: TargetColumn): [string, string] | undefined {
  return distinct === 2 && min !== undefined && max !== undefined ? [String(min), String(max)] : undefined;
}

export type Kind = 'numbers' | 'classes';

/** Whole numbers with more values than these are never taken for classes by themselves. */
const mostCountedClasses = 10;

/** Returns what a column is learned as; undefined where only its values, counted, decide. */
export function kindOf({ task }: ModelOptions, { type, distinct }: TargetColumn): Kind | undefined {
  if (task !== undefined) return task === 'regression' ? 'numbers' : 'classes';
  if (type === 'text' || type === 'boolean') return 'classes';
  if (distinct === 2) return 'classes';
  return (distinct ?? 0) > mostCountedClasses ? 'numbers' : undefined;
}

interface Props {
  column: TargetColumn;
  options: ModelOptions;
  onChange: (options: ModelOptions) => void;
}

/** Says whether numbers or classes are learned, and why; of numbers the user may say which. */
export function TargetKind({ column, options, onChange }: Props) {
  const faults = useFaults();
  const isNumber = column.type === 'integer' || column.type === 'number';
  if (!isNumber || options.order_by) return null;
  const { task, metric: _, ...others } = options;
  const found = kindOf({}, column);
  return (
    <Select
      label={words.kind}
      description={words.kindReason(found, column.distinct)}
      data={Object.entries(words.kinds).map(([value, label]) => ({ value, label }))}
      value={task === 'binary' ? 'multiclass' : (task ?? null)}
      error={faults.at('/options/task')}
      clearable
      placeholder={words.found_out}
      onChange={(next) => onChange(next ? { ...others, task: next as 'regression' | 'multiclass' } : others)}
    />
  );
}
