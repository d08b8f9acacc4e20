import { Button, Group, Stack, Table, Text } from '@mantine/core';
import type { Model } from '@sibyl/sdk';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Download, RotateCw } from 'lucide-react';
import { useAction } from '../shared/action.ts';
import { sibyl } from '../shared/client.ts';
import { ago, count, figure } from '../shared/format.ts';
import { Loaded } from '../shared/loaded.tsx';
import { May } from '../shared/may.tsx';
import { publicPath } from '../shared/place.ts';
import { Scroll } from '../shared/scroll.tsx';
import { Status } from '../shared/status.tsx';
import { mainFigure } from '../words/accuracy.ts';
import { words } from '../words/models.ts';
import { Comparison } from './comparison.tsx';

const changes = ['getModel', 'listModels', 'listModelVersions', 'describe', 'predict'];

/** All trainings side by side; one version is active. */
export function VersionsPanel({ model }: { model: Model }) {
  const versions = useQuery(
    sibyl.query('listModelVersions', { path: { projectName: model.project, modelName: model.name } }),
  );
  return (
    <Stack>
      <Group justify="space-between">
        <Text c="dimmed">{words.compareLead}</Text>
        <Group gap="xs">
          <May to="models.export">
            <Button
              variant="default"
              leftSection={<Download size={16} />}
              component="a"
              href={`${publicPath}/api/projects/${encodeURIComponent(model.project)}/models/${encodeURIComponent(model.name)}/export`}
              download
            >
              {words.exportFile}
            </Button>
          </May>
          <May to="models.retrain">
            <Button
              component={Link}
              to="/p/$project/train"
              params={{ project: model.project } as never}
              search={{ model: model.name } as never}
              leftSection={<RotateCw size={16} />}
            >
              {words.retrain}
            </Button>
          </May>
        </Group>
      </Group>
      <Loaded query={versions}>
        {(rows) => (
          <>
            <VersionTable model={model} versions={rows} />
            <Comparison model={model} versions={rows} />
          </>
        )}
      </Loaded>
    </Stack>
  );
}

function VersionTable({ model, versions }: { model: Model; versions: Model[] }) {
  const figures = [...new Set(versions.flatMap(({ accuracies }) => Object.keys(accuracies ?? {})))].slice(0, 4);
  const use = useAction(
    (version: number) => sibyl.project(model.project).model(model.name).update({ active_version: version }),
    {
      done: ({ active_version }) => words.switched(active_version ?? 0),
      changes,
    },
  );
  return (
    <Scroll label={words.versions}>
      <Table className="record">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{words.version}</Table.Th>
            <Table.Th>{words.trained}</Table.Th>
            <Table.Th ta="end">{words.accuracy}</Table.Th>
            {figures.map((name) => (
              <Table.Th key={name} ta="end">
                {words.figureOf[name] ?? name}
              </Table.Th>
            ))}
            <Table.Th ta="end">{words.rowsHead}</Table.Th>
            <Table.Td />
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {versions.map((one) => (
            <Table.Tr key={one.version}>
              <Table.Td>{words.numbered(one.version)}</Table.Td>
              <Table.Td className="nowrap" data-label={words.trained}>
                {one.finished_at ? ago(one.finished_at) : words.notTrained}
              </Table.Td>
              <Table.Td className="number" data-label={words.accuracy}>
                {mainFigure(one)}
              </Table.Td>
              {figures.map((name) => (
                <Table.Td key={name} className="number" data-label={words.figureOf[name] ?? name}>
                  {figure(figureOf(one, name))}
                </Table.Td>
              ))}
              <Table.Td className="number" data-label={words.rowsHead}>
                {count(one.row_count)}
              </Table.Td>
              <Table.Td ta="end">
                {one.version === model.active_version ? (
                  <Text size="sm" fw={600}>
                    {words.active}
                  </Text>
                ) : one.status === 'complete' ? (
                  <May to="models.update">
                    <Button size="xs" variant="default" loading={use.isPending} onClick={() => use.mutate(one.version)}>
                      {words.use}
                    </Button>
                  </May>
                ) : (
                  <Status value={one.status} />
                )}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Scroll>
  );
}

function figureOf({ accuracies }: Model, name: string): number | undefined {
  return (accuracies as Record<string, number> | null)?.[name];
}
