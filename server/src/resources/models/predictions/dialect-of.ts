import { isPeriodShape } from '@sibyl/engine/readings/periods.ts';
import { requireTable } from '../../tables/service.ts';
import type { ModelContext } from '../context.ts';
import type { TableDialect } from '../serving/files/in-dialect.ts';
import type { PredictionCreation } from './schemas.ts';

/** Returns how the file of a table to predict was written; undefined for a query, and for files without a dialect. */
export async function dialectOf(
  ctx: Pick<ModelContext, 'database'>,
  project: { id: string; name: string },
  from: PredictionCreation['from'],
): Promise<TableDialect | undefined> {
  const table = 'table' in from ? await requireTable(ctx, project, from.table) : undefined;
  if (table?.dialect?.format !== 'csv') return undefined;
  const { delimiter, encoding, mark, line_end, decimals, quoted, quoted_names, missing } = table.dialect;
  const readings = table.columns.map(({ name: column, reading }) => ({ column, ...reading }));
  return {
    ...(delimiter !== undefined && { delimiter }),
    ...(encoding !== undefined && { encoding }),
    ...(mark && { mark }),
    ...(line_end && { line_end }),
    ...(decimals && { decimals }),
    ...(quoted && { quoted, isAllQuoted: table.columns.every(({ name }) => quoted.includes(name)) }),
    ...(quoted_names && { quoted_names }),
    ...(missing && { missing }),
    decimal: readings.some(({ decimal }) => decimal === ',') ? ',' : '.',
    dates: Object.fromEntries(
      readings.flatMap(({ column, date_order: order }) =>
        order === 'dmy' || order === 'mdy' ? [[column, order] as const] : [],
      ),
    ),
    periods: Object.fromEntries(
      readings.flatMap(({ column, time_shape: shape, period_spelling: spelling }) =>
        isPeriodShape(shape) && spelling !== undefined ? [[column, { shape, spelling }] as const] : [],
      ),
    ),
  };
}
