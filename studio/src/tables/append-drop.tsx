import { Stack } from '@mantine/core';
import type { Table } from '@sibyl/sdk';
import { ListPlus } from 'lucide-react';
import { useState } from 'react';
import { sibyl } from '../shared/client.ts';
import { FileDrop } from '../shared/file-drop.tsx';
import { May } from '../shared/may.tsx';
import { ProblemNote } from '../shared/problem.tsx';
import { forget } from '../shared/query-client.ts';
import { tell } from '../shared/tell.ts';
import { words } from '../words/tables.ts';

/** Adds the rows of files to a table, one file after another; a file that does not fit ends it. */
export function AppendDrop({ table: { project, name } }: { table: Table }) {
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const append = async (files: File[]) => {
    setBusy(true);
    setError(undefined);
    try {
      for (const file of files) {
        const { row_count } = await sibyl.project(project).table(name).append(file);
        tell({ message: words.appended(file.name, row_count), color: 'teal' });
      }
    } catch (failure) {
      setError(failure);
    }
    await forget('listTables', 'getTable', 'listRows', 'runQuery');
    setBusy(false);
  };
  return (
    <May to="tables.append">
      <Stack>
        <FileDrop
          icon={ListPlus}
          label={words.choose}
          title={words.appendTitle}
          lead={words.appendLead}
          isBusy={isBusy}
          onFiles={append}
          multiple
        />
        {error !== undefined && <ProblemNote error={error} />}
      </Stack>
    </May>
  );
}
