import { Grid, Select, Stack, Table, Text } from '@mantine/core';
import type { Model } from '@sibyl/sdk';
import { Chart } from '../shared/chart.tsx';
import { count, figure, percent, seconds } from '../shared/format.ts';
import { Loaded } from '../shared/loaded.tsx';
import { Section } from '../shared/page.tsx';
import { Scroll } from '../shared/scroll.tsx';
import { Status } from '../shared/status.tsx';
import { Term } from '../shared/term.tsx';
import { useKept } from '../shared/use-kept.ts';
import { words } from '../words/models.ts';
import { dependenceSpec } from './dependence-spec.ts';
import { type Attributes, useDescribed } from './described.ts';

/** What the model learned: curves, tried candidates, and the use of each column. */
export function LearnedPanel({ model }: { model: Model }) {
  const isForecast = model.task === 'forecast';
  return (
    <Grid gap="lg">
      {!isForecast && (
        <Grid.Col span={12}>
          <Curves model={model} />
        </Grid.Col>
      )}
      <Grid.Col span={{ base: 12, lg: 6 }}>
        <Candidates model={model} />
      </Grid.Col>
      <Grid.Col span={{ base: 12, lg: 6 }}>
        <Features model={model} />
      </Grid.Col>
    </Grid>
  );
}

function Curves({ model }: { model: Model }) {
  const curves = useDescribed(model, 'dependence');
  const [column, setColumn] = useKept('column');
  return (
    <Section title={<Term of="partial dependence">{words.dependence}</Term>}>
      <Text size="sm" c="dimmed">
        {words.dependenceLead}
      </Text>
      <Loaded query={curves}>
        {(all) => {
          const chosen = all.find((curve) => curve.column === column)?.column ?? all[0]?.column;
          if (chosen === undefined) return null;
          const drawn = [...new Set(all.map((curve) => curve.column))];
          const inputs = model.inputs?.length ?? 0;
          return (
            <Stack>
              {drawn.length < inputs && <Text size="sm">{words.dependenceOf(drawn.length, inputs)}</Text>}
              <Select
                aria-label={words.dependence}
                maw={320}
                searchable
                allowDeselect={false}
                data={drawn}
                value={chosen}
                onChange={setColumn}
              />
              <Chart
                label={`${words.dependence}: ${chosen}`}
                spec={dependenceSpec(
                  all.filter((curve) => curve.column === chosen),
                  model.target,
                )}
              />
            </Stack>
          );
        }}
      </Loaded>
    </Section>
  );
}

function Candidates({ model }: { model: Model }) {
  const candidates = useDescribed(model, 'model');
  return (
    <Section title={<Term of="candidate">{words.candidates}</Term>}>
      <Loaded query={candidates}>
        {(rows) => (
          <Scroll label={words.candidates}>
            {rows.some(({ held_rows }) => held_rows !== undefined) && (
              <Text size="sm" c="dimmed">
                {words.candidatesLead}
              </Text>
            )}
            <Table>
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>{words.method}</Table.Th>
                  <Table.Th ta="end">{words.heldRows}</Table.Th>
                  <Table.Th ta="end">{words.scoreOf(metricOf(rows))}</Table.Th>
                  <Table.Th ta="end">{words.modelScore}</Table.Th>
                  <Table.Th ta="end">{words.time}</Table.Th>
                  <Table.Td />
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {rows.map(({ name, performance, held_rows, model_performance, training_seconds, selected }) => (
                  <Table.Tr key={name}>
                    <Table.Td>{name}</Table.Td>
                    <Table.Td className="number">{count(held_rows ?? null)}</Table.Td>
                    <Table.Td className="number">{figure(performance)}</Table.Td>
                    <Table.Td className="number">{figure(model_performance ?? null)}</Table.Td>
                    <Table.Td className="number">{seconds(training_seconds)}</Table.Td>
                    <Table.Td>{selected && <Status value={words.chosen} />}</Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </Scroll>
        )}
      </Loaded>
    </Section>
  );
}

/** All candidates are judged by one metric. */
function metricOf([first]: Attributes['model']): string | undefined {
  return first && (words.figureOf[first.metric] ?? first.metric.replaceAll('_', ' '));
}

function Features({ model }: { model: Model }) {
  const features = useDescribed(model, 'features');
  return (
    <Section title={words.setAside}>
      <Loaded query={features}>
        {(rows) => (
          <Scroll label={words.setAside}>
            <Table>
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>{words.columnHead}</Table.Th>
                  <Table.Th>{words.role}</Table.Th>
                  <Table.Th>{words.encoder}</Table.Th>
                  <Table.Th ta="end">{words.missing}</Table.Th>
                  <Table.Th ta="end">{words.importance}</Table.Th>
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {rows.map(({ column, role, encoder, missing, importance }) => (
                  <Table.Tr key={column}>
                    <Table.Td className="anywhere">{column}</Table.Td>
                    <Table.Td>
                      {model.task === 'forecast' && role === 'ignored'
                        ? words.unusedByForecast
                        : (words.roles[role] ?? role.replaceAll('_', ' '))}
                    </Table.Td>
                    <Table.Td>{encoder}</Table.Td>
                    <Table.Td className="number">{count(missing)}</Table.Td>
                    <Table.Td className="number">{role === 'feature' ? percent(importance) : ''}</Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </Scroll>
        )}
      </Loaded>
    </Section>
  );
}
