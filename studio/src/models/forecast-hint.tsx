import { Button, Group, Text } from '@mantine/core';
import type { ModelOptions, Table } from '@sibyl/sdk';
import { ChartSpline } from 'lucide-react';
import { forecastOptions, isForecastable, timesOf } from '../tables/forecastable.ts';
import { words } from '../words/models.ts';

interface Props {
  table: Table;
  target: string;
  options: ModelOptions;
  onChange: (options: ModelOptions) => void;
}

/** A table with times can also be continued: rows like its own and times to come are two questions. */
export function ForecastHint({ table, target, options, onChange }: Props) {
  const column = table.columns.find(({ name }) => name === target);
  const { order_by, group_by } = timesOf(table);
  if (!column || !order_by || order_by === target || options.order_by || !isForecastable(table, column)) return null;
  const forecast = { ...options, ...forecastOptions(table, order_by, group_by === target ? undefined : group_by) };
  return (
    <Group gap="xs">
      <Text size="sm" className="anywhere">
        {words.hasTimes(order_by, target)}
      </Text>
      <Button
        size="compact-sm"
        variant="light"
        leftSection={<ChartSpline size={14} />}
        onClick={() => onChange(forecast)}
      >
        {words.forecastInstead}
      </Button>
    </Group>
  );
}
