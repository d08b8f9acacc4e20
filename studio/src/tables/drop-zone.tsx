import { Box, Button, Progress, Text } from '@mantine/core';
import { SibylError, type UploadProgress } from '@sibyl/sdk';
import { useNavigate } from '@tanstack/react-router';
import { FileUp } from 'lucide-react';
import { lazy, Suspense, useRef, useState } from 'react';
import { FileDrop } from '../shared/file-drop.tsx';
import { ProblemNote } from '../shared/problem.tsx';
import { tell } from '../shared/tell.ts';
import { words as shared } from '../words/shared.ts';
import { words } from '../words/tables.ts';
import { type Choices, sendNewTable } from './upload.ts';

/** Needs half as much code as the first page itself. */
const FailedReading = lazy(async () => {
  const [{ FailedReading: component }] = await Promise.all([
    import('./failed-reading.tsx'),
    import('../shell/all-styles.ts'),
  ]);
  return { default: component };
});

interface Props {
  project: string;
  title?: string;
  lead?: string;
}

/** Uploads a file as a table and shows the progress. */
export function DropZone({ project, title = words.dropTitle, lead = words.dropLead }: Props) {
  const navigate = useNavigate();
  const [progress, setProgress] = useState<UploadProgress>();
  const [error, setError] = useState<unknown>();
  const [last, setLast] = useState<File>();
  const stop = useRef<AbortController>(undefined);
  const send = async (file: File, choices: Choices = {}) => {
    setLast(file);
    stop.current = new AbortController();
    setError(undefined);
    setProgress({ loaded: 0, total: file.size });
    try {
      const table = await sendNewTable({
        project,
        file,
        choices,
        signal: stop.current.signal,
        onProgress: setProgress,
      });
      await tell({ message: words.added(table.name, table.row_count), color: 'teal' });
      await navigate({ to: '/p/$project/tables/$table', params: { project, table: table.name } });
    } catch (failure) {
      if (!stop.current.signal.aborted) setError(failure);
    } finally {
      setProgress(undefined);
    }
  };
  return (
    <FileDrop
      onFiles={([file]) => send(file)}
      label={words.choose}
      icon={FileUp}
      title={title}
      lead={lead}
      isBusy={progress !== undefined}
    >
      {progress && <Sending progress={progress} onCancel={() => stop.current?.abort()} />}
      {error !== undefined && (
        <Box ta="start" mt="sm">
          <ProblemNote error={error} />
          {last && SibylError.is(error, 'unreadable_file') && (
            <Suspense fallback={null}>
              <FailedReading key={last.name} file={last} onAgain={(choices) => send(last, choices)} />
            </Suspense>
          )}
        </Box>
      )}
    </FileDrop>
  );
}

function Sending({ progress: { loaded, total }, onCancel }: { progress: UploadProgress; onCancel: () => void }) {
  const isSent = total !== undefined && loaded >= total;
  return (
    <div role="status">
      <Progress value={total ? (loaded / total) * 100 : 0} animated mt="sm" aria-label={words.sending(loaded, total)} />
      <Text size="sm" mt={4}>
        {isSent ? words.reading : words.sending(loaded, total)}
      </Text>
      <Button size="xs" variant="default" mt="xs" onClick={onCancel}>
        {shared.cancel}
      </Button>
    </div>
  );
}
