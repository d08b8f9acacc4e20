import { formatScalar, formatTable, plural } from '../format.ts';
import type { FiguresQuery, RowsQuery, TableQuery, ValuesQuery } from './logical-form.ts';
import { measureName } from './sql.ts';
import { describeMeasure, describeQuery } from './wording.ts';

/** What the tool of a `sql` skill answers. */
export interface TableResult {
  columns: string[];
  rows: unknown[][];
  truncated: boolean;
}

const helpers = new Set(['matching_rows', 'same_value']);

/** The answer in words: what was understood, then the figures, in a table when there are several. */
export function composeTableAnswer(query: TableQuery, result: TableResult): string {
  if (query.shape === 'rows') return composeRows(query, result);
  return query.shape === 'values' ? composeValues(query, result) : composeFigures(query, withNumbers(query, result));
}

/** Figures as numbers: large ones, and averages of PostgreSQL, come as text. */
function withNumbers({ groups }: FiguresQuery, result: TableResult): TableResult {
  const rows = result.rows.map((row) => row.map((value, at) => (at < groups.length ? value : asNumber(value))));
  return { ...result, rows };
}

function asNumber(value: unknown): unknown {
  return typeof value === 'string' && value.trim() !== '' && Number.isFinite(Number(value)) ? Number(value) : value;
}

function cell({ columns, rows }: TableResult, row: number, name: string): unknown {
  return rows[row]?.[columns.indexOf(name)];
}

function withoutHelpers({ columns, rows }: TableResult): string {
  const shown = columns.flatMap((name, at) => (helpers.has(name) ? [] : [at]));
  return formatTable(
    shown.map((at) => columns[at]),
    rows.map((row) => shown.map((at) => row[at])),
  );
}

function composeRows(query: RowsQuery, result: TableResult): string {
  const matching = Number(cell(result, 0, 'matching_rows') ?? 0);
  if (matching === 0) return `${describeQuery(query)}: there are none.`;
  const shown = result.rows.length;
  const amount = shown < matching ? `${formatScalar(shown)} of ${plural(matching, 'row')}` : plural(matching, 'row');
  return `${describeQuery(query)} (${amount}):\n\n${withoutHelpers(result)}${sayTies(result)}`;
}

function sayTies(result: TableResult): string {
  const same = Number(cell(result, 0, 'same_value') ?? 1);
  return same > 1 ? `\n\nThis is one of ${formatScalar(same)} that share this value.` : '';
}

function composeValues(query: ValuesQuery, result: TableResult): string {
  const values = result.rows.map(([value]) => formatScalar(value));
  if (values.length === 0) return `${describeQuery(query)}: there are none.`;
  const all = result.truncated || values.length === 100 ? `the first ${values.length}` : String(values.length);
  return `${describeQuery(query)} (${all}): ${values.join(', ')}.`;
}

function composeFigures(query: FiguresQuery, result: TableResult): string {
  if (query.groups.length > 0) return composeGroups(query, result);
  const matching = cell(result, 0, 'matching_rows');
  if (matching === 0) return `${describeQuery(query)}: no row matches.`;
  const figures = query.measures.map((measure, at) => {
    const unit = measure.of === 'share' ? ' %' : '';
    const figure = `**${formatScalar(result.rows[0]?.[at])}${unit}**`;
    return query.measures.length > 1 ? `${measureName(measure)} ${figure}` : figure;
  });
  const rows = matching === undefined ? '' : ` (${plural(Number(matching), 'row')})`;
  const yes = query.says?.how === 'exists' ? `${Number(result.rows[0]?.[0]) > 0 ? 'Yes' : 'No'}. ` : '';
  return `${yes}${describeQuery(query)}: ${figures.join(', ')}${rows}.`;
}

function composeGroups(query: FiguresQuery, result: TableResult): string {
  if (result.rows.length === 0) return `${describeQuery(query)}: there are none.`;
  const only = result.rows.length === 1 && query.limit === 1 ? nameGroup(query, result) : undefined;
  const table = only ?? `\n\n${withoutHelpers(result)}`;
  const cut = result.truncated ? '\n\nThere are more groups than these.' : '';
  return `${compareSides(query, result)}${describeQuery(query)}:${table}${sayTies(result)}${cut}`;
}

function nameGroup({ groups, measures, table }: FiguresQuery, result: TableResult): string {
  const [row] = result.rows;
  const label = row.slice(0, groups.length).map(formatScalar).join(', ');
  const [measure] = measures;
  const figure =
    measure.of === 'rows'
      ? plural(Number(row[groups.length]), 'row')
      : `${describeMeasure(measure, table.name)} ${formatScalar(row[groups.length])}`;
  return ` **${label}** (${figure}).`;
}

/** "Yes." or "No." to whether one is more than the other, or what they differ by. */
function compareSides({ says }: FiguresQuery, { rows }: TableResult): string {
  if (!says || says.how === 'exists' || rows.length !== 2) return '';
  const [[high, most], [, least]] = rows;
  const difference = Number(most) - Number(least);
  if (difference === 0) return 'They are the same. ';
  if (says.how === 'differs') return `${formatScalar(high)} is higher, by ${formatScalar(difference)}. `;
  return `${(high === says.first) === says.descending ? 'Yes' : 'No'}, the difference is ${formatScalar(difference)}. `;
}
