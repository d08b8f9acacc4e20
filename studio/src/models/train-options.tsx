import { MultiSelect, NumberInput, Select, SimpleGrid, Stack } from '@mantine/core';
import type { ModelOptions } from '@sibyl/sdk';
import { useFaults } from '../shared/faults.ts';
import { words } from '../words/models.ts';
import { type Kind, kindOf, type TargetColumn, twoClassesOf } from './target-kind.tsx';

interface Props {
  columns: readonly TargetColumn[];
  target: string;
  options: ModelOptions;
  onChange: (options: ModelOptions) => void;
}

const metrics: Record<Kind, string[]> = {
  numbers: ['r2', 'mae', 'rmse'],
  classes: ['auc', 'log_loss', 'accuracy', 'balanced_accuracy'],
};

/** Options of a training; absent ones are chosen automatically. */
export function TrainOptions({ columns, target, options, onChange }: Props) {
  const faults = useFaults();
  const column = columns.find(({ name }) => name === target);
  const kind = column && kindOf(options, column);
  const twoClasses = kind === 'classes' ? twoClassesOf(column!) : undefined;
  const names = columns.map(({ name }) => name).filter((name) => name !== target);
  const set = (next: Partial<ModelOptions>) =>
    onChange(
      Object.fromEntries(Object.entries({ ...options, ...next }).filter(([, value]) => isGiven(value))) as ModelOptions,
    );
  return (
    <Stack>
      <MultiSelect
        label={words.ignore}
        openOnFocus={false}
        description={words.ignoreHint}
        data={names}
        error={faults.at('/options/ignore')}
        value={options.ignore ?? []}
        onChange={(ignore) => set({ ignore })}
        searchable
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <NumberInput
          label={words.budget}
          min={1}
          error={faults.at('/options/time_budget_seconds')}
          value={options.time_budget_seconds ?? ''}
          onChange={(value) => set({ time_budget_seconds: value as number })}
          placeholder={words.found_out}
        />
        {!options.order_by && (
          <Select
            label={words.metric}
            data={(kind ? metrics[kind] : Object.values(metrics).flat()).map((value) => ({
              value,
              label: words.figureOf[value] ?? value,
            }))}
            error={faults.at('/options/metric')}
            value={options.metric ?? null}
            clearable
            placeholder={words.found_out}
            onChange={(metric) => set({ metric } as Partial<ModelOptions>)}
          />
        )}
        {!options.order_by && twoClasses && (
          <Select
            label={words.positiveClass}
            description={words.positiveClassHint}
            data={twoClasses}
            error={faults.at('/options/positive_class')}
            value={options.positive_class ?? null}
            clearable
            placeholder={words.found_out}
            onChange={(positive_class) => set({ positive_class } as Partial<ModelOptions>)}
          />
        )}
        <Select
          label={words.orderBy}
          openOnFocus={false}
          description={words.forecastHint}
          data={names}
          error={faults.at('/options/order_by')}
          value={options.order_by ?? null}
          clearable
          searchable
          placeholder={words.forecast}
          onChange={(order_by) => set({ order_by } as Partial<ModelOptions>)}
        />
        {options.order_by && (
          <>
            <MultiSelect
              label={words.groupBy}
              openOnFocus={false}
              data={names}
              error={faults.at('/options/group_by')}
              value={options.group_by ?? []}
              onChange={(group_by) => set({ group_by })}
            />
            <Select
              label={words.aggregate}
              data={Object.entries(words.aggregates).map(([value, label]) => ({ value, label }))}
              error={faults.at('/options/aggregate')}
              value={options.aggregate ?? null}
              clearable
              placeholder={words.oneRow}
              onChange={(aggregate) => set({ aggregate } as Partial<ModelOptions>)}
            />
            <NumberInput
              label={words.horizon}
              min={1}
              error={faults.at('/options/horizon')}
              value={options.horizon ?? ''}
              onChange={(value) => set({ horizon: value as number })}
              placeholder={words.found_out}
            />
          </>
        )}
      </SimpleGrid>
    </Stack>
  );
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null && value !== '' && !(Array.isArray(value) && value.length === 0);
}
