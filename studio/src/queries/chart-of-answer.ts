import { type Answered, isNumber } from './answered.ts';

/** A chart of two columns. Its fields have names of its own: in a path `.`, `[` and quotes mean something. */
export function chartOfAnswer(
  { columns, rows }: Answered,
  { across, up, kind }: Record<'across' | 'up' | 'kind', string>,
) {
  const type = columns.find(({ name }) => name === across)?.type ?? '';
  const scale = /date/.test(type) ? 'temporal' : isNumber(type) ? 'quantitative' : 'nominal';
  return {
    data: { values: rows.slice(0, 5000).map((row) => ({ x: row[across], y: row[up] })) },
    mark: kind,
    encoding: {
      x: { field: 'x', title: across, type: scale, sort: null },
      y: { field: 'y', title: up, type: 'quantitative' },
    },
  };
}
