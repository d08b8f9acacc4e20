import type { ColumnSummary } from '../../grounding.ts';
import type { Draft } from './draft.ts';
import type { Aggregate, Measure } from './logical-form.ts';
import { isNumeric } from './readings.ts';

/**
 * The figures of columns that are asked for: each aggregate of the columns beside it, so that "average rent and median
 * size" are two. Undefined when a column cannot be aggregated or nothing is asked of one.
 */
export function askedFigures(draft: Draft): Measure[] | undefined {
  const measures: Measure[] = [];
  let aggregates: Aggregate[] = [];
  let columns: ColumnSummary[] = [];
  const flush = () => {
    for (const aggregate of aggregates) {
      for (const column of columns) measures.push({ of: 'column', aggregate, column });
    }
    [aggregates, columns] = [[], []];
  };
  for (const piece of draft.pieces) {
    const isNext = aggregates.length > 0 && columns.length > 0;
    if (piece.kind === 'aggregate') {
      if (isNext) flush();
      aggregates.push(piece.aggregate);
    }
    if (piece.kind === 'columns') columns.push(...piece.columns);
  }
  if (aggregates.length === 0 || columns.length === 0) return undefined;
  flush();
  return measures.every((measure) => measure.of === 'column' && isNumeric(measure.column)) ? measures : undefined;
}
