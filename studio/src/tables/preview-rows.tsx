import { Checkbox, Table as Grid, Group, NativeSelect, Text } from '@mantine/core';
import { cell } from '../shared/format.ts';
import { Scroll } from '../shared/scroll.tsx';
import { words } from '../words/tables.ts';
import type { Preview } from './use-preview.ts';

const types = ['integer', 'number', 'boolean', 'date', 'datetime', 'text', 'json'];
const mostColumns = 60;

interface Props {
  preview: Preview;
  /** Stated types by column, as JSON. */
  types: string | undefined;
  onTypes: (types: string | null) => void;
  /** The columns that are kept, as JSON; all without. */
  kept: string | undefined;
  onKept: (columns: string | null) => void;
}

/** Rows under their names, each column with its type to choose. */
export function PreviewRows({ preview: { columns, rows }, types: stated = '{}', onTypes, kept, onKept }: Props) {
  const kinds = JSON.parse(stated) as Record<string, string>;
  const shown = columns.slice(0, mostColumns);
  const names = columns.map(({ name }) => name);
  const keeps = new Set(kept === undefined ? names : (JSON.parse(kept) as string[]));
  const keep = (name: string, isKept: boolean) => {
    const next = names.filter((one) => (one === name ? isKept : keeps.has(one)));
    // A table has a column.
    if (next.length > 0) onKept(next.length === names.length ? null : JSON.stringify(next));
  };
  const state = (name: string, kind: string) => onTypes(JSON.stringify({ ...kinds, [name]: kind }));
  return (
    <Scroll label={words.firstRows}>
      <Grid verticalSpacing={4} fz="sm" className="preview-rows">
        <Grid.Thead>
          <Grid.Tr>
            {shown.map(({ name, type }) => (
              <Grid.Th key={name} dir="auto">
                <Group gap={6} wrap="nowrap">
                  <Checkbox
                    size="xs"
                    aria-label={words.keepColumn(name)}
                    checked={keeps.has(name)}
                    onChange={(event) => keep(name, event.currentTarget.checked)}
                  />
                  <span className="cut" title={name}>
                    {name}
                  </span>
                </Group>
                <NativeSelect
                  size="xs"
                  fw={400}
                  aria-label={`${words.type}: ${name}`}
                  data={types}
                  value={kinds[name] ?? type}
                  onChange={(event) => state(name, event.currentTarget.value)}
                />
              </Grid.Th>
            ))}
          </Grid.Tr>
        </Grid.Thead>
        <Grid.Tbody>
          {rows.map((row, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows of a file have no name and stay in order
            <Grid.Tr key={index}>
              {shown.map(({ name, type }) => (
                <Grid.Td key={name} className={type === 'number' || type === 'integer' ? 'nowrap number' : 'nowrap'}>
                  <bdi>{cell((row as Record<string, unknown>)[name]).slice(0, 60)}</bdi>
                </Grid.Td>
              ))}
            </Grid.Tr>
          ))}
        </Grid.Tbody>
      </Grid>
      {columns.length > mostColumns && (
        <Text size="sm" c="dimmed">
          {words.moreColumns(columns.length - mostColumns)}
        </Text>
      )}
    </Scroll>
  );
}
