import { Button, NativeSelect, Table, Text, TextInput, UnstyledButton, VisuallyHidden } from '@mantine/core';
import {
  type ColumnDef,
  columnFilteringFeature,
  createFilteredRowModel,
  createSortedRowModel,
  filterFns,
  globalFilteringFeature,
  rowSortingFeature,
  type SortingState,
  sortFns,
  tableFeatures,
  useTable,
} from '@tanstack/react-table';
import { ArrowDown, ArrowUp, Search } from 'lucide-react';
import { useState } from 'react';
import { words } from '../words/shared.ts';
import { Scroll } from './scroll.tsx';
import { useKept } from './use-kept.ts';

const features = tableFeatures({
  rowSortingFeature,
  columnFilteringFeature,
  globalFilteringFeature,
  sortedRowModel: createSortedRowModel(),
  filteredRowModel: createFilteredRowModel(),
  sortFns,
  filterFns,
});

export type RecordColumn<Item extends object> = ColumnDef<typeof features, Item>;
const filteredFrom = 9;
/** Thousands of rows would take seconds to draw. */
const shownAtOnce = 200;

/** A table of records, sortable by columns and filterable when long. */
export function RecordTable<Item extends object>({
  items,
  columns,
  label,
}: {
  items: readonly Item[];
  columns: RecordColumn<Item>[];
  label: string;
}) {
  const [find = '', setFind] = useKept('find');
  const [sorting, setSorting] = useState<SortingState>([]);
  const table = useTable({
    features,
    columns,
    data: items as Item[],
    state: { globalFilter: find, sorting },
    onSortingChange: setSorting,
  });
  const { rows } = table.getRowModel();
  const [most, setMost] = useState(shownAtOnce);
  return (
    <>
      {items.length >= filteredFrom && (
        <TextInput
          aria-label={words.filter}
          placeholder={words.filter}
          leftSection={<Search size={16} />}
          maw="20rem"
          value={find}
          onChange={(event) => setFind(event.currentTarget.value)}
        />
      )}
      {items.length > 1 && <SortChoice sorting={sorting} onChange={setSorting} choices={choicesOf(columns)} />}
      <Scroll label={label}>
        <Table verticalSpacing="xs" highlightOnHover className="record">
          <Table.Thead>
            {table.getHeaderGroups().map((group) => (
              <Table.Tr key={group.id}>
                {group.headers.map((header) => (
                  <Table.Th key={header.id} aria-sort={ariaSort[String(header.column.getIsSorted())]}>
                    {header.column.getCanSort() ? (
                      <UnstyledButton fz="sm" fw={600} onClick={header.column.getToggleSortingHandler()}>
                        <table.FlexRender header={header} /> {arrows[String(header.column.getIsSorted())]}
                      </UnstyledButton>
                    ) : (
                      <VisuallyHidden>
                        <table.FlexRender header={header} />
                      </VisuallyHidden>
                    )}
                  </Table.Th>
                ))}
              </Table.Tr>
            ))}
          </Table.Thead>
          <Table.Tbody>
            {rows.slice(0, most).map((row) => (
              <Table.Tr key={row.id}>
                {row.getAllCells().map((cell) => (
                  <Table.Td key={cell.id} data-label={labelOf(cell.column)}>
                    <table.FlexRender cell={cell} />
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
        {rows.length === 0 && <Text c="dimmed">{words.noMatch}</Text>}
        {rows.length > most && (
          <Button variant="default" size="xs" mt="sm" onClick={() => setMost(most + shownAtOnce)}>
            {words.moreOf(most, rows.length)}
          </Button>
        )}
      </Scroll>
    </>
  );
}

interface Choice {
  id: string;
  label: string;
}

/** Columns that have a name and an order. */
function choicesOf<Item extends object>(columns: readonly RecordColumn<Item>[]): Choice[] {
  return columns.flatMap(({ id, header, enableSorting = true, ...column }) => {
    const key = id ?? ('accessorKey' in column ? String(column.accessorKey) : undefined);
    return key !== undefined && enableSorting && typeof header === 'string' ? [{ id: key, label: header }] : [];
  });
}

/** Phones have no room for headings to press. */
function SortChoice({
  sorting: [sorted],
  onChange,
  choices,
}: {
  sorting: SortingState;
  onChange: (sorting: SortingState) => void;
  choices: readonly Choice[];
}) {
  const choose = (value: string) => {
    const [id, order] = value.split(' ');
    onChange(id === '' ? [] : [{ id, desc: order === 'down' }]);
  };
  return (
    <NativeSelect
      hiddenFrom="sm"
      mb="sm"
      aria-label={words.sortBy}
      value={sorted ? `${sorted.id} ${sorted.desc ? 'down' : 'up'}` : ''}
      onChange={(event) => choose(event.currentTarget.value)}
      data={[
        { value: '', label: words.asListed },
        ...choices.flatMap(({ id, label }) => [
          { value: `${id} up`, label: words.sortedUp(label) },
          { value: `${id} down`, label: words.sortedDown(label) },
        ]),
      ]}
    />
  );
}

/** Phones show a record as lines, each with the name of its column. */
function labelOf(column: { columnDef: { header?: unknown }; getCanSort: () => boolean }): string | undefined {
  const { header } = column.columnDef;
  return column.getCanSort() && typeof header === 'string' ? header : undefined;
}

const ariaSort: Record<string, 'ascending' | 'descending' | undefined> = { asc: 'ascending', desc: 'descending' };
const arrows: Record<string, React.ReactNode> = {
  asc: <ArrowUp size={12} aria-hidden />,
  desc: <ArrowDown size={12} aria-hidden />,
};
