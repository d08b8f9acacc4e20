import { ActionIcon, Alert, Anchor, Button, Group, Paper, Progress, Stack, Text } from '@mantine/core';
import type { Model } from '@sibyl/sdk';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Download, Trash2 } from 'lucide-react';
import { useAction } from '../shared/action.ts';
import { sibyl } from '../shared/client.ts';
import { ago, count } from '../shared/format.ts';
import { Loaded } from '../shared/loaded.tsx';
import { RemoveButton } from '../shared/remove-button.tsx';
import { isRunning } from '../shared/running.ts';
import { Status } from '../shared/status.tsx';
import { words } from '../words/models.ts';
import { inWords } from '../words/spoken.ts';
import { type Batch, downloadOf } from './batch.ts';

const pauseMs = 700;

/** The model's batches, the newest first, with their progress. */
export function BatchList({ model }: { model: Model }) {
  const path = { projectName: model.project, modelName: model.name };
  const batches = useQuery({
    ...sibyl.query('listPredictions', { path }),
    refetchInterval: ({ state }) => (state.data?.some(isRunning) ? pauseMs : false),
  });
  return (
    <Loaded query={batches}>
      {(items) => (
        <Stack gap="xs">
          {items.length === 0 && <Text c="dimmed">{words.noBatches}</Text>}
          {items.map((batch) => (
            <BatchCard key={batch.id} batch={batch} />
          ))}
        </Stack>
      )}
    </Loaded>
  );
}

function BatchCard({ batch }: { batch: Batch }) {
  const { status, rows, error, created_at, from } = batch;
  const { table, sql } = from as { table?: string; sql?: string };
  return (
    <Paper withBorder p="sm">
      <Group justify="space-between" gap="xs">
        <div className="grow">
          <Text fw={500} className="anywhere">
            {table ?? sql}
          </Text>
          <Text size="sm" c="dimmed">
            {status === 'complete' ? words.batchRows(rows ?? 0) : <Status value={status} />} · {ago(created_at)}
          </Text>
        </div>
        <Actions batch={batch} />
      </Group>
      {isRunning(batch) && <Running batch={batch} />}
      {error && (
        <Alert color="red" mt="xs">
          {inWords(error)}
        </Alert>
      )}
    </Paper>
  );
}

function Running({ batch: { progress } }: { batch: Batch }) {
  return (
    <div role="status">
      <Progress value={(progress?.fraction ?? 0) * 100} animated mt="xs" aria-label={words.batch} />
      <Text size="sm" mt={4}>
        {words.rowsSoFar(count(progress?.rows ?? 0))}
      </Text>
    </div>
  );
}

function Actions({ batch }: { batch: Batch }) {
  const { project, model, id, status, into } = batch;
  const handle = sibyl.project(project).model(model);
  const remove = { work: () => handle.deletePredictions(id), changes: ['listPredictions'] };
  const cancel = useAction(remove.work, { done: words.batchStopped, changes: remove.changes });
  if (isRunning(batch))
    return (
      <ActionIcon
        variant="default"
        aria-label={words.stopBatch}
        loading={cancel.isPending}
        onClick={() => cancel.mutate()}
      >
        <Trash2 size={16} />
      </ActionIcon>
    );
  return (
    <Group gap="xs">
      {into && status === 'complete' && (
        <Anchor
          component={Link}
          to="/p/$project/tables/$table"
          params={{ project, table: into.table } as never}
          size="sm"
          className="anywhere"
        >
          {into.table}
        </Anchor>
      )}
      {status === 'complete' && (
        <Button component="a" href={downloadOf(batch)} download size="xs" leftSection={<Download size={14} />}>
          {words.download}
        </Button>
      )}
      <RemoveButton to="predictions.delete" small name={words.thisBatch} loss={words.lossOfBatch} {...remove} />
    </Group>
  );
}
