import { Button, Group, Progress, Select, Stack, Text, TextInput } from '@mantine/core';
import type { Model, UploadProgress } from '@sibyl/sdk';
import { useQuery } from '@tanstack/react-query';
import { Rows3 } from 'lucide-react';
import { useRef, useState } from 'react';
import { useAction } from '../shared/action.ts';
import { sibyl } from '../shared/client.ts';
import { FileDrop } from '../shared/file-drop.tsx';
import { Section } from '../shared/page.tsx';
import { ProblemNote } from '../shared/problem.tsx';
import { words } from '../words/models.ts';
import { words as shared } from '../words/shared.ts';
import { words as tableWords } from '../words/tables.ts';
import { predictFile, predictTable } from './batch.ts';
import { BatchList } from './batch-list.tsx';

/** Predictions for many rows, from a file or a table, computed by the service. */
export function BatchPanel({ model }: { model: Model }) {
  const [into, setInto] = useState('');
  return (
    <Stack maw={860} gap="lg">
      <Text c="dimmed">{words.batchLead}</Text>
      <TextInput
        label={words.keepAs}
        description={words.keepAsHint}
        maw={420}
        value={into}
        onChange={(event) => setInto(event.currentTarget.value.trim())}
      />
      <FromFile model={model} into={into} />
      <FromTable model={model} into={into} />
      <Section title={words.batches}>
        <BatchList model={model} />
      </Section>
    </Stack>
  );
}

interface Props {
  model: Model;
  into: string;
}

function FromFile({ model, into }: Props) {
  const [progress, setProgress] = useState<UploadProgress>();
  const [error, setError] = useState<unknown>();
  const stop = useRef<AbortController>(undefined);
  const send = async ([file]: File[]) => {
    stop.current = new AbortController();
    const { signal } = stop.current;
    setError(undefined);
    setProgress({ loaded: 0, total: file.size });
    try {
      await predictFile(model, file, into, { signal, onProgress: setProgress });
    } catch (failure) {
      if (!signal.aborted) setError(failure);
    } finally {
      setProgress(undefined);
    }
  };
  return (
    <FileDrop
      icon={Rows3}
      title={words.batchDrop}
      lead={words.batchFormats}
      label={words.chooseFile}
      isBusy={progress !== undefined}
      onFiles={send}
    >
      {progress && (
        <div role="status">
          <Progress
            value={progress.total ? (progress.loaded / progress.total) * 100 : 0}
            animated
            mt="sm"
            aria-label={words.batch}
          />
          <Text size="sm" mt={4}>
            {progress.loaded === progress.total
              ? tableWords.reading
              : tableWords.sending(progress.loaded, progress.total)}
          </Text>
          <Button size="xs" variant="default" mt="xs" onClick={() => stop.current?.abort()}>
            {shared.cancel}
          </Button>
        </div>
      )}
      {error !== undefined && <ProblemNote error={error} />}
    </FileDrop>
  );
}

function FromTable({ model, into }: Props) {
  const tables = useQuery(sibyl.query('listTables', { path: { projectName: model.project } }));
  const [table, setTable] = useState<string | null>(null);
  const start = useAction(() => predictTable(model, table ?? '', into));
  return (
    <Group align="flex-end">
      <Select
        label={words.fromTable}
        data={tables.data?.map(({ name }) => name) ?? []}
        value={table}
        onChange={setTable}
        searchable
      />
      <Button disabled={table === null} loading={start.isPending} onClick={() => start.mutate()}>
        {words.predictTable}
      </Button>
    </Group>
  );
}
