import { Button, Group, Progress, Select, Stack, Text } from '@mantine/core';
import type { Model } from '@sibyl/sdk';
import { useQuery } from '@tanstack/react-query';
import { Download, Rows3 } from 'lucide-react';
import { useRef, useState } from 'react';
import { sibyl } from '../shared/client.ts';
import { FileDrop } from '../shared/file-drop.tsx';
import { ProblemNote } from '../shared/problem.tsx';
import { words } from '../words/models.ts';
import { words as shared } from '../words/shared.ts';
import { type BatchProgress, predictAll, rowsOfFile, rowsOfTable, saveAs, textOf } from './batch.ts';

/** Predictions for many rows, from a file or a table. */
export function BatchPanel({ model }: { model: Model }) {
  const tables = useQuery(sibyl.query('listTables', { path: { projectName: model.project } }));
  const [table, setTable] = useState<string | null>(null);
  const [progress, setProgress] = useState<BatchProgress>();
  const [answers, setAnswers] = useState<object[]>();
  const [error, setError] = useState<unknown>();
  const stop = useRef<AbortController>(undefined);
  const run = async (read: (signal: AbortSignal) => Promise<object[]>) => {
    stop.current = new AbortController();
    const { signal } = stop.current;
    setError(undefined);
    setAnswers(undefined);
    setProgress({ done: 0, all: 0 });
    try {
      setAnswers(await predictAll(model, await read(signal), setProgress, signal));
    } catch (failure) {
      if (!signal.aborted) setError(failure);
    } finally {
      setProgress(undefined);
    }
  };
  return (
    <Stack maw={760}>
      <Text c="dimmed">{words.batchLead}</Text>
      <FileDrop
        icon={Rows3}
        title={words.batchDrop}
        lead={words.batchFormats}
        label={words.chooseFile}
        isBusy={progress !== undefined}
        onFiles={([file]) => run((signal) => rowsOfFile(model, file, signal))}
      />
      <Group align="flex-end">
        <Select
          label={words.fromTable}
          data={tables.data?.map(({ name }) => name) ?? []}
          value={table}
          onChange={setTable}
          searchable
        />
        <Button
          disabled={table === null || progress !== undefined}
          onClick={() => run((signal) => rowsOfTable(model, table ?? '', signal))}
        >
          {words.predictTable}
        </Button>
      </Group>
      {progress && (
        <div role="status">
          <Progress
            value={progress.all === 0 ? 0 : (progress.done / progress.all) * 100}
            animated
            aria-label={words.batch}
          />
          <Group justify="space-between" mt={4}>
            <Text size="sm">{words.predictedRows(progress.done, progress.all)}</Text>
            <Button size="xs" variant="default" onClick={() => stop.current?.abort()}>
              {shared.cancel}
            </Button>
          </Group>
        </div>
      )}
      {error !== undefined && <ProblemNote error={error} />}
      {answers && (
        <Group>
          <Text>{words.predictedRows(answers.length, answers.length)}</Text>
          <Button leftSection={<Download size={16} />} onClick={() => saveAs(`${model.name}.csv`, textOf(answers))}>
            {words.download}
          </Button>
        </Group>
      )}
    </Stack>
  );
}
