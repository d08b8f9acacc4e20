import { Text, UnstyledButton } from '@mantine/core';
import type { Table } from '@sibyl/sdk';
import { getRouteApi } from '@tanstack/react-router';
import { useVirtualizer, type VirtualItem } from '@tanstack/react-virtual';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { memo, useCallback, useRef } from 'react';
import { cell, count } from '../shared/format.ts';
import { words } from '../words/tables.ts';
import type { Column } from './column.ts';
import { useRowPages } from './row-pages.ts';
import { rowHeight, useRowWindow } from './row-window.ts';

const route = getRouteApi('/p/$project/tables/$table');
const [narrowest, widest, numberWidth] = [120, 320, 84];
const [letterWidth, besideName] = [8, 44];

/** All rows of a table; only visible ones are loaded and drawn. */
export function RowGrid({ table }: { table: Table }) {
  const { sort } = route.useSearch();
  const frame = useRef<HTMLDivElement>(null);
  const { first, end, height, wide, placeOf, onKeyDown } = useRowWindow(frame, table.row_count);
  const share = Math.floor((wide - numberWidth) / table.columns.length);
  const usualWidth = Math.min(widest, Math.max(narrowest, share));
  const widthOf = (index: number) =>
    Math.max(usualWidth, Math.min(widest, table.columns[index].name.length * letterWidth + besideName));
  // A new width makes a new list of places; otherwise the list, and with it each drawn row, stays as it is.
  const keyOf = useCallback((index: number) => `${index} ${usualWidth}`, [usualWidth]);
  const columns = useVirtualizer({
    count: table.columns.length,
    horizontal: true,
    getScrollElement: () => frame.current,
    estimateSize: widthOf,
    getItemKey: keyOf,
    scrollPaddingStart: numberWidth,
    overscan: 2,
  });
  const shown = columns.getVirtualItems();
  const read = useRowPages(table, sort, first, Math.max(first, end - 1));
  const width = numberWidth + columns.getTotalSize();
  return (
    <>
      <section
        ref={frame}
        className="grid-frame"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: rows are scrolled by keyboard
        tabIndex={0}
        aria-label={words.rowsOf(table.name)}
        aria-busy={end > first && read(end - 1) === undefined}
        onKeyDown={onKeyDown}
      >
        <div className="grid-head" style={{ width, height: rowHeight }}>
          {shown.map(({ index, start, size }) => (
            <Head key={index} column={table.columns[index]} start={numberWidth + start} width={size} />
          ))}
        </div>
        <div style={{ width, height, position: 'relative' }}>
          {Array.from({ length: Math.max(0, end - first) }, (_, offset) => first + offset).map((row) => (
            <div
              key={row}
              className="grid-row"
              style={{ transform: `translateY(${placeOf(row)}px)`, height: rowHeight, width }}
            >
              <Cells table={table} columns={shown} row={row} values={read(row)} />
            </div>
          ))}
        </div>
      </section>
      <Text size="xs" c="dimmed" mt={4}>
        {words.rowCount(table.row_count)}
      </Text>
    </>
  );
}

interface CellsProps {
  table: Table;
  columns: VirtualItem[];
  row: number;
  values: Record<string, unknown> | undefined;
}

/** Scrolling moves rows; only new ones are drawn. */
const Cells = memo(({ table, columns, row, values }: CellsProps) => (
  <>
    <span className="grid-number">{count(row + 1)}</span>
    {columns.map(({ index, start, size }) => {
      const { name, type } = table.columns[index];
      const isNumber = isNumeric(type);
      const text = values === undefined ? '' : cell(values[name]);
      return (
        <span
          key={index}
          className={isNumber ? 'grid-cell number' : 'grid-cell'}
          style={{ insetInlineStart: numberWidth + start, width: size }}
          title={text}
          dir="auto"
          data-null={values && values[name] === null}
        >
          {text}
        </span>
      );
    })}
  </>
));

const isNumeric = (type: string) => type === 'integer' || type === 'number';

function Head({ column: { name, type }, start, width }: { column: Column; start: number; width: number }) {
  const { sort } = route.useSearch();
  const navigate = route.useNavigate();
  const next = sort === name ? `-${name}` : sort === `-${name}` ? undefined : name;
  return (
    <UnstyledButton
      className={isNumeric(type) ? 'grid-cell grid-name number' : 'grid-cell grid-name'}
      style={{ insetInlineStart: start, width }}
      onClick={() => navigate({ search: { tab: 'rows', sort: next } as never, replace: true })}
      aria-label={words.sortBy(name)}
    >
      {name} {sort === name && <ArrowUp size={12} aria-hidden />}{' '}
      {sort === `-${name}` && <ArrowDown size={12} aria-hidden />}
    </UnstyledButton>
  );
}
