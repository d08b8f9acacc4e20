import { Button, Paper, Stack, Text } from '@mantine/core';
import { useInViewport } from '@mantine/hooks';
import type { Table } from '@sibyl/sdk';
import { Link } from '@tanstack/react-router';
import { type LucideIcon, Sparkles, TrendingUp } from 'lucide-react';
import { cell, count, figure, percent } from '../shared/format.ts';
import { May } from '../shared/may.tsx';
import { words } from '../words/tables.ts';
import type { Column } from './column.ts';
import { isForecastable, isTime, timesOf } from './forecastable.ts';
import { Histogram, useDistribution } from './histogram.tsx';
import type { Distribution } from './histogram-query.ts';

/** What one column holds, with a link to predict it. */
export function ColumnCard({ table, column }: { table: Table; column: Column }) {
  const { name, type, reading, nulls, distinct } = column;
  const missing = table.row_count === 0 ? 0 : nulls / table.row_count;
  const { ref, inViewport } = useInViewport<HTMLDivElement>();
  const { data: found, isPending } = useDistribution(table, column, inViewport);
  return (
    <Paper ref={ref} withBorder p="sm" className="column-card">
      <div className="column-name">
        <Text fw={600} className="anywhere" dir="auto">
          {name}
        </Text>
        <Text size="sm" c="dimmed">
          {words.typeIn(type, reading?.unit)} · {words.differentValues(distinct)}
        </Text>
      </div>
      <Histogram column={column} bars={found?.bars} isBusy={inViewport && isPending} />
      <div className="column-facts">
        <Text size="sm" className="anywhere">
          {rangeOf(column, found)}
        </Text>
        {found?.quartiles && (
          <Text size="xs" c="dimmed">
            {words.quartiles(found.quartiles)}
          </Text>
        )}
        <div className="bar" aria-hidden>
          <i style={{ insetInlineStart: 0, width: `${missing * 100}%`, background: 'var(--mantine-color-orange-6)' }} />
        </div>
        <Text size="xs" c="dimmed">
          {nulls === 0 ? words.noneMissing : words.someMissing(`${percent(missing)} (${count(nulls)})`)}
        </Text>
      </div>
      <Stack gap={4} align="flex-end">
        {isForecastable(table, column) && (
          <TrainButton
            {...{ table, icon: TrendingUp, label: words.forecast, describes: words.forecastColumn(name) }}
            search={{ target: name, ...timesOf(table) }}
          />
        )}
        {isTime(type) ? (
          <Text size="xs" c="dimmed" maw="14rem">
            {words.noDates}
          </Text>
        ) : (
          <TrainButton
            {...{ table, icon: Sparkles, label: words.predict, describes: words.predictColumn(name) }}
            search={{ target: name }}
          />
        )}
      </Stack>
    </Paper>
  );
}

interface TrainButtonProps {
  table: Table;
  search: object;
  icon: LucideIcon;
  label: string;
  /** What a screen reader says. */
  describes: string;
}

function TrainButton({ table, search, icon: Icon, label, describes }: TrainButtonProps) {
  return (
    <May to="models.create">
      <Button
        component={Link}
        to="/p/$project/train"
        params={{ project: table.project } as never}
        search={{ table: table.name, ...search } as never}
        variant="light"
        size="xs"
        leftSection={<Icon size={14} />}
        aria-label={describes}
      >
        {label}
      </Button>
    </May>
  );
}

function rangeOf({ type, min, max, examples }: Column, found: Distribution | undefined): string {
  if (found && found.top.length > 0)
    return found.top
      .slice(0, 3)
      .map(({ label, rows }) => words.valueOf(cell(label).slice(0, 40), rows))
      .join(', ');
  if (type === 'integer' || type === 'number') return words.range(figure(Number(min)), figure(Number(max)));
  if (type === 'date' || type === 'datetime') return words.range(cell(min), cell(max));
  return found ? '' : examples.slice(0, 3).map(cell).join(', ').slice(0, 120);
}
