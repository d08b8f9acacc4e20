import { Anchor, Button, Progress } from '@mantine/core';
import type { Model } from '@sibyl/sdk';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { ListChecks } from 'lucide-react';
import { useAction } from '../shared/action.ts';
import { sibyl } from '../shared/client.ts';
import { ConfirmButton } from '../shared/confirm-button.tsx';
import { Empty } from '../shared/empty.tsx';
import { ago, seconds } from '../shared/format.ts';
import { Loaded } from '../shared/loaded.tsx';
import { Page, Section } from '../shared/page.tsx';
import { type RecordColumn, RecordTable } from '../shared/record-table.tsx';
import { isRunning } from '../shared/running.ts';
import { Status } from '../shared/status.tsx';
import { words as training } from '../words/models.ts';
import { jobs as words } from '../words/operate.ts';
import { words as shared } from '../words/shared.ts';

const route = getRouteApi('/p/$project/jobs');
const pauseMs = 2000;

const name: RecordColumn<Model> = {
  accessorKey: 'name',
  header: words.model,
  cell: ({ row: { original } }) => (
    <Anchor
      component={Link}
      to="/p/$project/models/$model"
      params={{ project: original.project, model: original.name } as never}
      className="anywhere"
    >
      {original.name}
    </Anchor>
  ),
};
const status: RecordColumn<Model> = {
  accessorKey: 'status',
  header: shared.status,
  cell: ({ row }) => <Status value={row.original.status} />,
};

const running: RecordColumn<Model>[] = [
  name,
  status,
  {
    id: 'progress',
    header: words.progress,
    enableSorting: false,
    cell: ({ row }) => (
      <Progress miw={120} value={(row.original.progress?.fraction ?? 0) * 100} aria-label={row.original.name} />
    ),
  },
  { id: 'cancel', header: shared.actions, enableSorting: false, cell: ({ row }) => <Cancel model={row.original} /> },
];

const ended: RecordColumn<Model>[] = [
  name,
  status,
  {
    accessorKey: 'training_seconds',
    header: words.took,
    cell: ({ row }) => (row.original.training_seconds === null ? '' : seconds(row.original.training_seconds)),
  },
  { accessorKey: 'finished_at', header: words.ended, cell: ({ row }) => ago(row.original.finished_at) },
];

/** The project's running and finished trainings. */
export function JobsPage() {
  const { project } = route.useParams();
  const models = useQuery({
    ...sibyl.query('listModels', { path: { projectName: project } }),
    refetchInterval: pauseMs,
  });
  return (
    <Page title={words.title} lead={words.lead}>
      <Loaded query={models}>
        {(items) => (
          <>
            <Section title={words.running}>
              {items.some(isRunning) ? (
                <RecordTable items={items.filter(isRunning)} columns={running} label={words.running} />
              ) : (
                <Idle project={project} />
              )}
            </Section>
            <Section title={words.ended}>
              <RecordTable items={items.filter((model) => !isRunning(model))} columns={ended} label={words.ended} />
            </Section>
          </>
        )}
      </Loaded>
    </Page>
  );
}

function Idle({ project }: { project: string }) {
  return (
    <Empty
      icon={ListChecks}
      title={words.empty}
      action={
        <Button component={Link} to="/p/$project/train" params={{ project } as never}>
          {words.train}
        </Button>
      }
    >
      {words.emptyLead}
    </Empty>
  );
}

function Cancel({ model }: { model: Model }) {
  const cancel = useAction(() => sibyl.project(model.project).model(model.name).cancel(), {
    done: words.cancelled,
    changes: ['listModels'],
  });
  return (
    <ConfirmButton
      size="xs"
      label={training.cancelTraining}
      loss={training.lossOfTraining}
      isRunning={cancel.isPending}
      onConfirm={() => cancel.mutate()}
    />
  );
}
