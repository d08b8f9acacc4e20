import { readField } from '../../columns/fields.ts';
import { plainProfile, profileColumn } from '../../columns/profile.ts';
import { TrainingError } from '../../errors.ts';
import { rowNumbers } from '../../random.ts';
import type { TrainRequest } from '../../request.ts';
import type { Column, Table } from '../../table.ts';
import { readTarget, type Target } from '../../target/target.ts';

/** Reads the target of a forecast. Rows that are taken together may have words, which are counted, or one value each. */
export function readForecastTarget(table: Table, request: TrainRequest): Target {
  const { aggregate, target: name } = request;
  const column = table.columns.find((one) => one.name === name);
  if (aggregate === undefined || !column) return readTarget(table, { ...request, task: 'regression' });
  const known = readKnown(column, table.rowCount, aggregate === 'count');
  if (known.rows.length === 0) throw new TrainingError('target_empty', `column \`${name}\` has no values`, name);
  const profile = profileColumn(column);
  const isNumber = profile.reading.type === 'number' || profile.reading.type === 'integer';
  const plain = { ...profile, ...plainProfile(name, 'number') };
  const own = aggregate !== 'count' && isNumber ? { ...profile, kind: 'number' as const } : plain;
  return { task: 'regression', profile: own, classes: null, sourceRows: known.rows, ...known };
}

function readKnown(column: Column, rowCount: number, areCounted: boolean): Pick<Target, 'rows' | 'values'> {
  const field = readField(column, profileColumn(column), rowNumbers(rowCount));
  const isKnown = (row: number) => (field.type === 'text' ? field.codes[row] >= 0 : !Number.isNaN(field.values[row]));
  const rows = rowNumbers(rowCount).filter(isKnown);
  if (areCounted) return { rows, values: new Float64Array(rows.length).fill(1) };
  if (field.type === 'text')
    throw new TrainingError(
      'task_mismatch',
      `column \`${column.name}\` contains words, which only options.aggregate \`count\` can take together`,
      column.name,
    );
  return { rows, values: Float64Array.from(rows, (row) => field.values[row]) };
}
