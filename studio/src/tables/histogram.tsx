import { Text } from '@mantine/core';
import type { Table } from '@sibyl/sdk';
import { useQuery } from '@tanstack/react-query';
import { cell } from '../shared/format.ts';
import { words } from '../words/tables.ts';
import type { Column } from './column.ts';
import { type Bar, distributionOf } from './histogram-query.ts';

const [width, height, gap] = [220, 40, 1];

/** Reads how the values are distributed; the card asks when it is visible. */
export function useDistribution(table: Table, column: Column, enabled: boolean) {
  return useQuery({
    queryKey: ['runQuery', 'distribution', table.id, table.updated_at, column.name],
    queryFn: ({ signal }) => distributionOf(table, column, signal),
    enabled,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** The distribution of a column's values. */
export function Histogram({ column, bars, isBusy }: { column: Column; bars: Bar[] | undefined; isBusy: boolean }) {
  return (
    <div className="histogram" aria-busy={isBusy}>
      {bars && bars.length > 0 ? (
        <Bars bars={bars} name={column.name} />
      ) : (
        bars && <Text size="xs">{words.noHistogram}</Text>
      )}
    </div>
  );
}

function Bars({ bars, name }: { bars: Bar[]; name: string }) {
  const most = Math.max(...bars.map(({ rows }) => rows));
  const step = width / bars.length;
  return (
    <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" role="img" aria-label={words.histogramOf(name)}>
      {bars.map(({ label, rows }, index) => {
        const size = rows === 0 ? 0 : Math.max(1.5, (rows / most) * height);
        return (
          <rect
            key={label}
            x={index * step}
            y={height - size}
            width={Math.max(1, Math.min(step, 40) - gap)}
            height={size}
          >
            <title>{words.top(cell(label), rows)}</title>
          </rect>
        );
      })}
    </svg>
  );
}
