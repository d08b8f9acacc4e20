import { Anchor } from '@mantine/core';
import type { Broken } from '@sibyl/sdk';
import { Link, type RegisteredRouter } from '@tanstack/react-router';
import { words } from '../words/shared.ts';
import type { RecordColumn } from './record-table.tsx';
import { Status } from './status.tsx';

/** A page whose path ends with the name of a record, such as `/p/$project/agents/$agent`. */
type RecordPage = Extract<keyof RegisteredRouter['routesByPath'], `/p/$project/${string}/$${string}`>;

interface Named {
  project: string;
  name: string;
  broken?: Broken | null;
}

/** The column of names: each leads to the page of its record, and says whether that is broken. */
export function nameColumn<Item extends Named>(page: RecordPage): RecordColumn<Item> {
  return {
    id: 'name',
    accessorFn: ({ name }) => name,
    header: words.name,
    cell: ({ row: { original } }) => <RecordName record={original} page={page} />,
  };
}

function RecordName({ record, page }: { record: Named; page: RecordPage }) {
  const { project, name, broken } = record;
  const params = { project, [page.slice(page.lastIndexOf('$') + 1)]: name };
  return (
    <>
      <Anchor component={Link} to={page} params={params as never} fw={500} className="anywhere">
        {name}
      </Anchor>
      {broken && (
        <>
          {' '}
          <Status value={words.brokenShort} color="orange" />
        </>
      )}
    </>
  );
}
