import { NumberInput, Select, SimpleGrid, Skeleton, Stack, Switch } from '@mantine/core';
import type { Model } from '@sibyl/sdk';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Chart } from '../shared/chart.tsx';
import { sibyl } from '../shared/client.ts';
import { Loaded } from '../shared/loaded.tsx';
import { Section } from '../shared/page.tsx';
import { ProblemNote } from '../shared/problem.tsx';
import { quoted } from '../shared/quoted.ts';
import { useKept } from '../shared/use-kept.ts';
import { words } from '../words/models.ts';
import { useDescribed } from './described.ts';
import { fanOf, pastQuery, type Row } from './forecast-chart.ts';
import { ForecastTable } from './forecast-table.tsx';
import { writtenLike } from './written-like.ts';

/** The forecast of a series, drawn after its past with its bounds. */
export function ForecastPanel({ model }: { model: Model }) {
  const { order_by: time = '', group_by: groups = [], horizon } = model.options;
  const [keptSteps, setSteps] = useKept('steps');
  const [keptSeries, setSeries] = useKept('series');
  const [keptSums, setSums] = useKept('sums');
  const areSums = keptSums === 'true';
  const steps = Number(keptSteps) || horizon;
  const series = Number(keptSeries) || 0;
  const all = useQuery({
    queryKey: ['runQuery', 'series', model.id, model.active_version],
    queryFn: () => seriesOf(model, groups),
  });
  const chosen = all.data?.[series] ?? {};
  const next = useQuery({
    queryKey: ['predict', model.id, model.active_version, chosen, steps, areSums],
    queryFn: ({ signal }) =>
      sibyl
        .project(model.project)
        .model(model.name)
        .predict([chosen], { ...(steps && { horizon: steps }), ...(areSums && { cumulative: true }) }, { signal }),
    enabled: all.data !== undefined,
    placeholderData: keepPreviousData,
  });
  const plan = useDescribed(model, 'plan');
  const past = useQuery({
    queryKey: ['runQuery', 'past', model.id, model.active_version, chosen],
    queryFn: () => pastOf(model, chosen, String(next.data?.[0]?.[time]), plan.data?.[0]?.step),
    enabled: next.data !== undefined && !plan.isLoading,
    placeholderData: keepPreviousData,
  });
  return (
    <Stack>
      <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }}>
        {groups.length > 0 && (
          <Select
            label={words.series}
            searchable
            allowDeselect={false}
            value={String(series)}
            onChange={setSeries}
            data={(all.data ?? []).map((row, index) => ({
              value: String(index),
              label: Object.values(row).join(', '),
            }))}
          />
        )}
        <NumberInput
          label={words.steps}
          min={1}
          max={(horizon ?? 100) * 3}
          value={steps ?? ''}
          onChange={(value) => setSteps(String(value))}
        />
        <Switch
          label={words.sums}
          description={words.sumsLead}
          checked={areSums}
          onChange={(event) => setSums(String(event.currentTarget.checked))}
        />
      </SimpleGrid>
      {all.error && <ProblemNote error={all.error} />}
      <Section title={words.fan}>
        {!all.error && (
          <Loaded query={next}>
            {(rows) =>
              past.isLoading ? (
                <Skeleton height={380} />
              ) : (
                <>
                  <Chart
                    label={words.fan}
                    height={340}
                    spec={fanOf(areSums ? [] : (past.data ?? []), rows, time, model.target)}
                  />
                  <ForecastTable model={model} rows={rows} time={time} />
                </>
              )
            }
          </Loaded>
        )}
      </Section>
    </Stack>
  );
}

function sourceOf({ source }: Model): string | undefined {
  const { table } = source as { table?: string };
  return table;
}

async function seriesOf(model: Model, groups: string[]): Promise<Row[]> {
  const table = sourceOf(model);
  if (groups.length === 0 || table === undefined) return [{}];
  const { rows } = await sibyl
    .project(model.project)
    .query(`select distinct ${groups.map(quoted).join(', ')} from ${quoted(table)} order by all limit 1000`);
  return rows;
}

async function pastOf(model: Model, series: Row, example: string, step: string | undefined): Promise<Row[]> {
  const table = sourceOf(model);
  if (table === undefined) return [];
  const { order_by: time = '', aggregate } = model.options;
  const sql = pastQuery({ table, time, target: model.target, series, aggregate, step, example });
  const { rows } = await sibyl.project(model.project).query(sql);
  return rows.toReversed().map((row) => ({ ...row, time: writtenLike(example, row.time) }));
}
