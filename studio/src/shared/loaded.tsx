import { Skeleton, Stack, VisuallyHidden } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { words } from '../words/shared.ts';
import { ProblemNote } from './problem.tsx';

/** Shows loaded data; before that a placeholder, and on failure the error. */
export function Loaded<Data>({
  query,
  children,
  lines = 4,
}: {
  query: UseQueryResult<Data>;
  children: (data: Data) => ReactNode;
  lines?: number;
}) {
  if (query.data !== undefined) return <>{children(query.data)}</>;
  if (query.error) return <ProblemNote error={query.error} onRetry={() => query.refetch()} />;
  return <LoadingLines lines={lines} />;
}

/** A placeholder for what is not there yet. */
export function LoadingLines({ lines = 4 }: { lines?: number }) {
  return (
    <Stack gap="sm" aria-busy="true">
      <VisuallyHidden>{words.loading}</VisuallyHidden>
      {Array.from({ length: lines }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines without content
        <Skeleton key={index} height={28} />
      ))}
    </Stack>
  );
}
