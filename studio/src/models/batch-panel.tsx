import { Button, Checkbox, Group, Progress, Select, Stack, Text, TextInput } from '@mantine/core';
import type { Model, UploadProgress } from '@sibyl/sdk';
import { useQuery } from '@tanstack/react-query';
import { Rows3 } from 'lucide-react';
import { useMemo, useRef, useState } from 'react';
import { useAction } from '../shared/action.ts';
import { sibyl } from '../shared/client.ts';
import { Faults } from '../shared/faults.ts';
import { FileDrop } from '../shared/file-drop.tsx';
import { FormProblem } from '../shared/form.tsx';
import { May } from '../shared/may.tsx';
import { Section } from '../shared/page.tsx';
import { tell } from '../shared/tell.ts';
import { words } from '../words/models.ts';
import { words as shared } from '../words/shared.ts';
import { words as tableWords } from '../words/tables.ts';
import { type BatchOptions, predictFile, predictTable } from './batch.ts';
import { BatchList } from './batch-list.tsx';

/** Predictions for many rows, from a file or a table, computed by the service. */
export function BatchPanel({ model }: { model: Model }) {
  const [into, setInto] = useState('');
  const [leavesOut, setLeavesOut] = useState(false);
  const options = { into, leavesOut };
  const [error, setError] = useState<unknown>();
  const faults = useMemo(() => new Faults(error), [error]);
  return (
    <Stack maw={860} gap="lg">
      <Text c="dimmed">{words.batchLead}</Text>
      <May to="tables.create">
        <TextInput
          label={words.keepAs}
          description={words.keepAsHint}
          maw={420}
          value={into}
          error={faults.at('/into') ?? faults.at('/name')}
          onChange={(event) => setInto(event.currentTarget.value.trim())}
        />
      </May>
      <Checkbox
        label={words.leaveOut}
        description={words.leaveOutHint}
        checked={leavesOut}
        onChange={(event) => setLeavesOut(event.currentTarget.checked)}
      />
      <FromFile model={model} options={options} onError={setError} />
      <May to="predictions.create">
        <FromTable model={model} options={options} onError={setError} />
      </May>
      {error != null && <FormProblem error={error} faults={faults} />}
      <May to="predictions.list">
        <Section title={words.batches}>
          <BatchList model={model} />
        </Section>
      </May>
    </Stack>
  );
}

interface Props {
  model: Model;
  options: BatchOptions;
  onError: (error: unknown) => void;
}

function FromFile({ model, options, onError }: Props) {
  const [progress, setProgress] = useState<UploadProgress>();
  const stop = useRef<AbortController>(undefined);
  const send = async ([file]: File[]) => {
    stop.current = new AbortController();
    const { signal } = stop.current;
    onError(undefined);
    setProgress({ loaded: 0, total: file.size });
    try {
      const isSaved = await predictFile(model, file, options, { signal, onProgress: setProgress });
      if (isSaved) tell({ message: words.fileSaved, color: 'teal' });
    } catch (failure) {
      if (!signal.aborted) onError(failure);
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
    </FileDrop>
  );
}

function FromTable({ model, options, onError }: Props) {
  const tables = useQuery(sibyl.query('listTables', { path: { projectName: model.project } }));
  const [table, setTable] = useState<string | null>(null);
  const refuse = (failure: unknown) => {
    onError(failure);
    throw failure;
  };
  const start = useAction(() => predictTable(model, table ?? '', options).catch(refuse), { isShownElsewhere: true });
  const begin = () => {
    onError(undefined);
    start.mutate();
  };
  return (
    <Group align="flex-end">
      <Select
        label={words.fromTable}
        data={tables.data?.map(({ name }) => name) ?? []}
        value={table}
        onChange={setTable}
        searchable
      />
      <Button disabled={table === null} loading={start.isPending} onClick={begin}>
        {words.predictTable}
      </Button>
    </Group>
  );
}
