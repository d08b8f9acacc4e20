import { type Answered, isNumber } from './answered.ts';

/** Most different values that have a colour of their own. */
export const mostColours = 20;

/**
 * A chart of two columns, with a colour for each value of a third. Its fields have names of its own: in a path `.`, `[`
 * and quotes mean something.
 */
export function chartOfAnswer(
  { columns, rows }: Answered,
  { across, up, kind, by }: Record<'across' | 'up' | 'kind', string> & { by?: string | undefined },
) {
  const type = columns.find(({ name }) => name === across)?.type ?? '';
  const scale = /date/.test(type) ? 'temporal' : isNumber(type) ? 'quantitative' : 'nominal';
  return {
    data: {
      values: rows
        .slice(0, 5000)
        .map((row) => ({ x: row[across], y: row[up], ...(by !== undefined && { by: row[by] }) })),
    },
    mark: kind,
    encoding: {
      x: { field: 'x', title: across, type: scale, sort: null },
      y: { field: 'y', title: up, type: 'quantitative' },
      ...(by !== undefined && { color: { field: 'by', title: by, type: 'nominal' } }),
    },
  };
}
