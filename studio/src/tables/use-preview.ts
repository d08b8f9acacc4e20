import { useDebouncedValue } from '@mantine/hooks';
import type { Result, Table } from '@sibyl/sdk';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { sibyl } from '../shared/client.ts';
import { startOf } from './file-start.ts';
import { type Choices, encoded } from './upload.ts';

/** The first rows as the choices read them; `isCut` when more of the file follows. */
export type Preview = Result<'previewTable'> & { isCut: boolean };

/** How a file was read: of a table, or of a preview. */
export type Read = Pick<Table, 'columns' | 'dialect' | 'warnings'>;

const pauseMs = 250;
const shown = 8;

/** Reads the beginning of a file with the choices; null when it is too large for a look. The last good look stays. */
export function usePreview(project: string, file: File, choices: Choices) {
  const [asked] = useDebouncedValue(JSON.stringify({ ...choices, columns: undefined }), pauseMs);
  const last = useRef<Preview>(undefined);
  const { data, error, isFetching } = useQuery({
    queryKey: ['previewTable', project, file.name, file.size, file.lastModified, asked],
    queryFn: ({ signal }) => previewOf(project, file, JSON.parse(asked), signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
  });
  if (data) last.current = data;
  return { preview: data ?? last.current, isTooLarge: data === null, error, isFetching };
}

async function previewOf(project: string, file: File, choices: Choices, signal: AbortSignal): Promise<Preview | null> {
  const start = await startOf(file);
  if (start === undefined) return null;
  const options = { ...encoded(choices), rows: shown, cut: start.cut, signal };
  return { ...(await sibyl.project(project).tables.preview(start.part, options as never)), isCut: start.cut };
}
