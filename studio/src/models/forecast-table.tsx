import { Button, Group, Table, Text } from '@mantine/core';
import type { Model } from '@sibyl/sdk';
import { Download } from 'lucide-react';
import { csvOf } from '../shared/csv.ts';
import { cell, figure, percent } from '../shared/format.ts';
import { saveAs } from '../shared/save.ts';
import { Scroll } from '../shared/scroll.tsx';
import { words } from '../words/models.ts';
import { coveredIn } from './covered-in.ts';
import { useDescribed } from './described.ts';
import type { Row } from './forecast-chart.ts';

interface Props {
  model: Model;
  rows: Row[];
  time: string;
}

/** The values of a forecast with their bounds, and as a file. */
export function ForecastTable({ model, rows, time }: Props) {
  const { name, target, options } = model;
  const backtest = useDescribed(model, 'backtest').data?.[0];
  const covered = backtest && coveredIn(backtest, rows[0] ?? {});
  const shown = [...(options.group_by ?? []), time, target, `${target}_min`, `${target}_max`];
  const level = Number(rows[0]?.[`${target}_confidence`] ?? 0.9);
  const values = rows.map((row) => Object.fromEntries(shown.map((column) => [column, row[column]])));
  return (
    <>
      <Group justify="space-between" mt="sm">
        <Text size="sm" c="dimmed">
          {words.level(percent(level))}{' '}
          {covered &&
            words.measured(
              percent(covered.all),
              percent(covered.level),
              covered.series === null ? null : percent(covered.series),
            )}
        </Text>
        <Button
          size="xs"
          variant="default"
          leftSection={<Download size={14} />}
          onClick={() => saveAs(`${name}_forecast.csv`, csvOf(values))}
        >
          {words.download}
        </Button>
      </Group>
      <Scroll label={words.fan}>
        <Table className="record">
          <Table.Thead>
            <Table.Tr>
              {[time, target, words.from, words.to].map((label) => (
                <Table.Th key={label}>{label}</Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map((row) => (
              <Table.Tr key={String(row[time])}>
                <Table.Td className="nowrap">{cell(row[time])}</Table.Td>
                <Table.Td className="number" data-label={target}>
                  {figure(Number(row[target]))}
                </Table.Td>
                <Table.Td className="number" data-label={words.from}>
                  {figure(Number(row[`${target}_min`]))}
                </Table.Td>
                <Table.Td className="number" data-label={words.to}>
                  {figure(Number(row[`${target}_max`]))}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Scroll>
    </>
  );
}
