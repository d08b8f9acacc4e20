import { Table as Grid } from '@mantine/core';
import type { Table } from '@sibyl/sdk';
import { useQuery } from '@tanstack/react-query';
import { sibyl } from '../shared/client.ts';
import { cell } from '../shared/format.ts';
import { Loaded } from '../shared/loaded.tsx';
import { Scroll } from '../shared/scroll.tsx';
import { words } from '../words/tables.ts';

const shown = 5;

/** A look at what the choices make of the file. */
export function FirstRows({ table: { id, project, name, columns, updated_at } }: { table: Table }) {
  const path = { projectName: project, tableName: name };
  const rows = useQuery({
    ...sibyl.query('listRows', { path, query: { limit: shown } }),
    queryKey: ['listRows', id, updated_at],
  });
  return (
    <Loaded query={rows}>
      {(items) => (
        <Scroll label={words.firstRows}>
          <Grid verticalSpacing={4} fz="sm">
            <Grid.Thead>
              <Grid.Tr>
                {columns.map((column) => (
                  <Grid.Th key={column.name} className="nowrap" dir="auto">
                    {column.name}
                  </Grid.Th>
                ))}
              </Grid.Tr>
            </Grid.Thead>
            <Grid.Tbody>
              {items.map((row, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: rows of a file have no name and stay in order
                <Grid.Tr key={index}>
                  {columns.map((column) => (
                    <Grid.Td key={column.name} className="nowrap" dir="auto">
                      {cell(row[column.name]).slice(0, 60)}
                    </Grid.Td>
                  ))}
                </Grid.Tr>
              ))}
            </Grid.Tbody>
          </Grid>
        </Scroll>
      )}
    </Loaded>
  );
}
