import { Text, UnstyledButton } from '@mantine/core';
import type { Table } from '@sibyl/sdk';
import { getRouteApi } from '@tanstack/react-router';
import { useVirtualizer } from '@tanstack/react-virtual';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { useRef } from 'react';
import { cell, count } from '../shared/format.ts';
import { words } from '../words/tables.ts';
import { useRowPages } from './row-pages.ts';

const route = getRouteApi('/p/$project/tables/$table');
const [rowHeight, columnWidth, numberWidth] = [32, 160, 84];
/** Browsers limit the height of elements; longer tables scroll in bigger steps. */
const tallest = 12_000_000;

/** All rows of a table; only visible ones are loaded and drawn. */
export function RowGrid({ table }: { table: Table }) {
  const { sort } = route.useSearch();
  const frame = useRef<HTMLDivElement>(null);
  const height = Math.min(rowHeight, tallest / Math.max(1, table.row_count));
  const scale = rowHeight / height;
  const rows = useVirtualizer({
    count: Math.ceil(table.row_count / scale),
    getScrollElement: () => frame.current,
    estimateSize: () => rowHeight,
    overscan: 8,
  });
  const columns = useVirtualizer({
    count: table.columns.length,
    horizontal: true,
    getScrollElement: () => frame.current,
    estimateSize: () => columnWidth,
    scrollPaddingStart: numberWidth,
    overscan: 2,
  });
  const shown = rows.getVirtualItems();
  const first = Math.floor((shown[0]?.index ?? 0) * scale);
  const read = useRowPages(table, sort, first, first + shown.length);
  const width = numberWidth + columns.getTotalSize();
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: rows are scrolled by keyboard */}
      <section ref={frame} className="grid-frame" tabIndex={0} aria-label={words.rowsOf(table.name)}>
        <div className="grid-head" style={{ width, height: rowHeight }}>
          {columns.getVirtualItems().map(({ index, start }) => (
            <Head key={index} name={table.columns[index].name} start={numberWidth + start} />
          ))}
        </div>
        <div style={{ width, height: rows.getTotalSize(), position: 'relative' }}>
          {shown.map((item, offset) => {
            const number = scale === 1 ? item.index : first + offset;
            const row = read(number);
            return number >= table.row_count ? null : (
              <div
                key={item.key}
                className="grid-row"
                style={{ transform: `translateY(${item.start}px)`, height: rowHeight, width }}
              >
                <span className="grid-number">{count(number + 1)}</span>
                {columns.getVirtualItems().map(({ index, start }) => (
                  <Cell key={index} column={table.columns[index]} row={row} start={numberWidth + start} />
                ))}
              </div>
            );
          })}
        </div>
      </section>
      <Text size="xs" c="dimmed" mt={4}>
        {words.rowCount(table.row_count)}
      </Text>
    </>
  );
}

function Cell({
  column,
  row,
  start,
}: {
  column: Table['columns'][number];
  row: Record<string, unknown> | undefined;
  start: number;
}) {
  const isNumber = column.type === 'integer' || column.type === 'number';
  const text = row === undefined ? '' : cell(row[column.name]);
  return (
    <span
      className={isNumber ? 'grid-cell number' : 'grid-cell'}
      style={{ insetInlineStart: start, width: columnWidth }}
      title={text}
      dir="auto"
      data-null={row && row[column.name] === null}
    >
      {text}
    </span>
  );
}

function Head({ name, start }: { name: string; start: number }) {
  const { sort } = route.useSearch();
  const navigate = route.useNavigate();
  const next = sort === name ? `-${name}` : sort === `-${name}` ? undefined : name;
  return (
    <UnstyledButton
      className="grid-cell grid-name"
      style={{ insetInlineStart: start, width: columnWidth }}
      onClick={() => navigate({ search: { tab: 'rows', sort: next } as never, replace: true })}
      aria-label={words.sortBy(name)}
    >
      {name} {sort === name && <ArrowUp size={12} aria-hidden />}{' '}
      {sort === `-${name}` && <ArrowDown size={12} aria-hidden />}
    </UnstyledButton>
  );
}
