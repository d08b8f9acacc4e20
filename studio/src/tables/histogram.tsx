import { Text } from '@mantine/core';
import { useInViewport } from '@mantine/hooks';
import type { Table } from '@sibyl/sdk';
import { useQuery } from '@tanstack/react-query';
import { cell } from '../shared/format.ts';
import { words } from '../words/tables.ts';
import type { Column } from './column.ts';
import { histogramOf } from './histogram-query.ts';

const [width, height, gap] = [220, 40, 1];

/** The distribution of a column's values, loaded when visible. */
export function Histogram({ table, column }: { table: Table; column: Column }) {
  const { ref, inViewport } = useInViewport();
  const { data: bars, isPending } = useQuery({
    queryKey: ['runQuery', 'histogram', table.id, table.updated_at, column.name],
    queryFn: ({ signal }) => histogramOf(table, column, signal),
    enabled: inViewport,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <div ref={ref} className="histogram" aria-busy={inViewport && isPending}>
      {bars && bars.length > 0 ? (
        <Bars bars={bars} name={column.name} />
      ) : (
        bars && <Text size="xs">{words.noHistogram}</Text>
      )}
    </div>
  );
}

function Bars({ bars, name }: { bars: { label: string; rows: number }[]; name: string }) {
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
