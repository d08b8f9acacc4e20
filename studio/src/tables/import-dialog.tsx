import { Button, Checkbox, Group, Modal, Progress, Stack, Text, TextInput } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import type { UploadProgress } from '@sibyl/sdk';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { type FormEvent, useEffect, useMemo, useRef, useState } from 'react';
import { sibyl } from '../shared/client.ts';
import { Faults } from '../shared/faults.ts';
import { FormProblem } from '../shared/form.tsx';
import { tell } from '../shared/tell.ts';
import { words as shared } from '../words/shared.ts';
import { words } from '../words/tables.ts';
import { ReadingForm } from './reading-form.tsx';
import { type Choices, nameFor, sendTable } from './upload.ts';

interface Props {
  project: string;
  file: File;
  /** How many files come after it. */
  others?: number;
  onClose: () => void;
}

/** Shows how a file will be read, lets that be changed, and adds it as a table. */
export function ImportDialog({ project, file, others = 0, onClose }: Props) {
  const isNarrow = useMediaQuery('(max-width: 48em)');
  const [opened, setOpened] = useState(false);
  // A dialog that opens after it was mounted knows where the focus was.
  useEffect(() => setOpened(true), []);
  return (
    <Modal
      opened={opened}
      onClose={() => setOpened(false)}
      onExitTransitionEnd={onClose}
      size="min(72rem, 100%)"
      fullScreen={isNarrow ?? false}
      closeOnClickOutside={false}
      title={words.importTitle(file.name, others)}
      closeButtonProps={{ 'aria-label': shared.close }}
    >
      <ImportForm project={project} file={file} others={others} onClose={() => setOpened(false)} />
    </Modal>
  );
}

function ImportForm({ project, file, others = 0, onClose }: Props) {
  const [choices, setChoices] = useState<Choices>({});
  const [given, setGiven] = useState<string>();
  const [replaces, setReplaces] = useState(false);
  const { data: tables = [] } = useQuery(sibyl.query('listTables', { path: { projectName: project } }));
  const taken = new Set(tables.map(({ name }) => name));
  const name = given ?? nameFor(file.name, taken);
  const replace = replaces && taken.has(name);
  const { send, forget, progress, error } = useSending(others > 0 ? onClose : undefined);
  const faults = useMemo(() => new Faults(error), [error]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    send({ project, name, file, choices, replace });
  };
  return (
    <Stack component="form" onSubmit={submit}>
      <TextInput
        label={words.tableName}
        description={shared.nameRule}
        required
        maxLength={128}
        maw={420}
        value={name}
        data-autofocus
        error={taken.has(name) && !replace ? words.nameTaken : faults.at('/name')}
        onChange={(event) => setGiven(event.currentTarget.value)}
      />
      {taken.has(name) && (
        <Checkbox
          label={words.replaceRows(name)}
          checked={replaces}
          onChange={(event) => setReplaces(event.currentTarget.checked)}
        />
      )}
      <ReadingForm
        project={project}
        file={file}
        choices={choices}
        isRefused={error !== undefined}
        onChange={(next) => {
          setChoices(next);
          forget();
        }}
      />
      {error !== undefined && <FormProblem error={error} faults={faults} />}
      <Group justify="flex-end" className="dialog-end">
        {progress && <Sending progress={progress} />}
        <Button variant="default" onClick={onClose}>
          {shared.cancel}
        </Button>
        <Button
          type="submit"
          leftSection={<Plus size={16} />}
          loading={progress !== undefined}
          disabled={taken.has(name) && !replace}
        >
          {words.addTable}
        </Button>
      </Group>
    </Stack>
  );
}

/** Sends a file, and goes to its table, or to the next file. */
function useSending(next: (() => void) | undefined) {
  const navigate = useNavigate();
  const [progress, setProgress] = useState<UploadProgress>();
  const [error, setError] = useState<unknown>();
  const stop = useRef<AbortController>(undefined);
  // What is still being sent when the dialog closes is not wanted.
  useEffect(() => () => stop.current?.abort(), []);
  const send = async (sending: Parameters<typeof sendTable>[0]) => {
    stop.current = new AbortController();
    const { signal } = stop.current;
    setError(undefined);
    setProgress({ loaded: 0, total: sending.file.size });
    try {
      const { project, name, row_count } = await sendTable({ ...sending, signal, onProgress: setProgress });
      await tell({ message: words.added(name, row_count), color: 'teal' });
      if (next) next();
      else await navigate({ to: '/p/$project/tables/$table', params: { project, table: name } });
    } catch (failure) {
      if (!signal.aborted) setError(failure);
    } finally {
      setProgress(undefined);
    }
  };
  // What was refused was the file as the former choices read it.
  return { send, forget: () => setError(undefined), progress, error };
}

function Sending({ progress: { loaded, total } }: { progress: UploadProgress }) {
  const isSent = total !== undefined && loaded >= total;
  return (
    <div role="status" className="grow">
      <Progress value={total ? (loaded / total) * 100 : 0} animated aria-label={words.sending(loaded, total)} />
      <Text size="sm" mt={4}>
        {isSent ? words.reading : words.sending(loaded, total)}
      </Text>
    </div>
  );
}
