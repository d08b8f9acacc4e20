import { Button, Group } from '@mantine/core';
import type { Model } from '@sibyl/sdk';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { Sparkles } from 'lucide-react';
import { sibyl } from '../shared/client.ts';
import { Empty } from '../shared/empty.tsx';
import { ago } from '../shared/format.ts';
import { Loaded } from '../shared/loaded.tsx';
import { May } from '../shared/may.tsx';
import { nameColumn } from '../shared/name-column.tsx';
import { Page } from '../shared/page.tsx';
import { type RecordColumn, RecordTable } from '../shared/record-table.tsx';
import { isRunning } from '../shared/running.ts';
import { stateOf } from '../shared/state-of.ts';
import { Status } from '../shared/status.tsx';
import { mainFigure } from '../words/accuracy.ts';
import { words } from '../words/models.ts';
import { words as monitoring } from '../words/monitoring.ts';
import { words as shared } from '../words/shared.ts';

const route = getRouteApi('/p/$project/models');

const columns: RecordColumn<Model>[] = [
  nameColumn('/p/$project/models/$model'),
  { accessorKey: 'target', header: words.target },
  { accessorKey: 'status', header: shared.status, cell: ({ row }) => <States model={row.original} /> },
  {
    accessorKey: 'accuracy',
    header: words.accuracy,
    cell: ({ row: { original } }) => mainFigure(original),
  },
  {
    accessorKey: 'task',
    header: words.task,
    cell: ({ row: { original } }) => original.task && words.tasks[original.task],
  },
  { accessorKey: 'updated_at', header: shared.changed, cell: ({ row }) => ago(row.original.updated_at) },
];

function States({ model }: { model: Model }) {
  return (
    <Group gap={4}>
      <Status value={stateOf(model)} />
      {model.alarms.map(({ cause }) => (
        <Status key={cause} value={monitoring.alarmOf[cause]} color="red" />
      ))}
    </Group>
  );
}

export function ModelsPage() {
  const { project } = route.useParams();
  const models = useQuery({
    ...sibyl.query('listModels', { path: { projectName: project } }),
    refetchInterval: ({ state }) => (state.data?.some(isRunning) ? 2000 : false),
  });
  const train = (
    <May to="models.create">
      <Button
        component={Link}
        to="/p/$project/train"
        params={{ project } as never}
        leftSection={<Sparkles size={16} />}
      >
        {words.train}
      </Button>
    </May>
  );
  return (
    <Page title={words.title} lead={words.lead} actions={train}>
      <Loaded query={models}>
        {(items) =>
          items.length > 0 ? (
            <RecordTable items={items} columns={columns} label={words.title} />
          ) : (
            <Empty icon={Sparkles} title={words.empty} action={train}>
              {words.emptyLead}
            </Empty>
          )
        }
      </Loaded>
    </Page>
  );
}
