import { Button, Grid, Select, Table, Text } from '@mantine/core';
import type { Model } from '@sibyl/sdk';
import { Download } from 'lucide-react';
import { Chart } from '../shared/chart.tsx';
import { csvOf } from '../shared/csv.ts';
import { cell, count, figure, percent } from '../shared/format.ts';
import { Section } from '../shared/page.tsx';
import { saveAs } from '../shared/save.ts';
import { Scroll } from '../shared/scroll.tsx';
import { Term } from '../shared/term.tsx';
import { useKept } from '../shared/use-kept.ts';
import { words } from '../words/evaluation.ts';
import { backtestSpec } from './backtest-spec.ts';
import { type Backtest, type Backtested, useDescribed } from './described.ts';

/** Forecasts of the past beside what came; nothing for versions of older programs. */
export function BacktestReport({ model }: { model: Model }) {
  const backtest = useDescribed(model, 'backtest').data?.[0];
  const plan = useDescribed(model, 'plan').data?.[0];
  if (!backtest) return null;
  const { steps, series, level } = backtest;
  const season = plan?.season;
  const width = series.length > 1 ? { base: 12, lg: 6 } : 12;
  return (
    <>
      <Grid.Col span={12}>
        <Past model={model} backtest={backtest} season={season} />
      </Grid.Col>
      <Grid.Col span={width}>
        <Errors
          title={words.ofSteps}
          first={words.step}
          level={level}
          season={season}
          rows={steps.map((row) => ({ name: String(row.step), ...row }))}
        />
      </Grid.Col>
      {series.length > 1 && (
        <Grid.Col span={width}>
          <Errors
            title={words.ofSeries}
            first={words.series}
            level={level}
            season={season}
            rows={series.map((row) => ({ name: nameOf(row.series), ...row }))}
          />
        </Grid.Col>
      )}
    </>
  );
}

interface PastProps {
  model: Model;
  backtest: Backtest;
  season: number | undefined;
}

function Past({ model, backtest: { series, points }, season }: PastProps) {
  const [kept, choose] = useKept('series');
  const names = series
    .map((one) => nameOf(one.series))
    .filter((name) => points.some((one) => nameOf(one.series) === name));
  const chosen = names.find((name) => name === kept) ?? names[0];
  const shown = points.filter((point) => nameOf(point.series) === chosen);
  const rows = points.map(({ series: group, ...point }) => ({ ...group, ...point }));
  const save = (
    <Button
      size="xs"
      variant="default"
      leftSection={<Download size={14} />}
      onClick={() => saveAs(`${model.name}_backtest.csv`, csvOf(rows))}
    >
      {words.download}
    </Button>
  );
  return (
    <Section title={<Term of="backtest">{words.backtest}</Term>} aside={save}>
      <Text size="sm" c="dimmed">
        {words.backtestLead} {words.maseLead(season)}
      </Text>
      {names.length > 1 && (
        <Select
          aria-label={words.series}
          maw={320}
          searchable
          allowDeselect={false}
          data={names}
          value={chosen ?? null}
          onChange={choose}
        />
      )}
      <Chart
        label={words.backtestLead}
        height={300}
        spec={backtestSpec(shown, model.options.order_by ?? '', model.target)}
      />
    </Section>
  );
}

function nameOf(series: Record<string, unknown>): string {
  return Object.values(series).map(cell).join(', ');
}

interface ErrorsProps {
  title: string;
  first: string;
  level: number;
  season: number | undefined;
  rows: (Backtested & { name: string })[];
}

function Errors({ title, first, level, season, rows }: ErrorsProps) {
  const heads = [
    words.forecasts,
    words.error,
    words.naive(season),
    words.mase,
    words.naiveMase(season),
    words.covered(percent(level)),
  ];
  return (
    <Section title={title}>
      <Scroll label={title}>
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{first}</Table.Th>
              {heads.map((head) => (
                <Table.Th key={head} ta="end">
                  {head}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map((row) => (
              <Table.Tr key={row.name}>
                <Table.Td className="anywhere">{row.name}</Table.Td>
                <Table.Td className="number">{count(row.count)}</Table.Td>
                <Table.Td className="number">{figure(row.mae)}</Table.Td>
                <Table.Td className="number">{figure(row.naive_mae)}</Table.Td>
                <Table.Td className="number">{figure(row.mase, 3)}</Table.Td>
                <Table.Td className="number">{figure(row.naive_mase ?? null, 3)}</Table.Td>
                <Table.Td className="number">{percent(row.covered)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Scroll>
    </Section>
  );
}
