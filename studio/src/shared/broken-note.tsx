import { Alert, Anchor } from '@mantine/core';
import type { Broken } from '@sibyl/sdk';
import { Link } from '@tanstack/react-router';
import { words } from '../words/shared.ts';

interface Props {
  project: string;
  broken: Broken | null;
}

/** Says what a record lacks, and where it can be found again. */
export function BrokenNote({ project, broken }: Props) {
  if (broken === null) return null;
  return (
    <Alert color="orange" title={words.broken} role="status">
      {broken.detail}{' '}
      {broken.detail.includes('trash') && (
        <Anchor component={Link} to="/p/$project/trash" params={{ project } as never} inherit>
          {words.toTrash}
        </Anchor>
      )}
    </Alert>
  );
}
