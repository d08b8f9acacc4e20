import { formatScalar, formatTable, plural } from '../format.ts';
import type { FiguresQuery, Measure, RowsQuery, TableQuery, ValuesQuery } from './logical-form.ts';
import { hasManyGroups, measureName, mostGroups } from './sql.ts';
import { describeMeasure, describeQuery, formatGroup, formatValue } from './wording.ts';

/** The result of an SQL skill's tool. */
export interface TableResult {
  columns: string[];
  rows: unknown[][];
  truncated: boolean;
}

const helpers = new Set(['matching_rows', 'known_rows', 'same_value']);

/** Phrases the answer: what was understood, then the figures, as a table if there are several. */
export function composeTableAnswer(query: TableQuery, result: TableResult): string {
  if (query.shape === 'rows') return composeRows(query, result);
  if (query.shape === 'values') return composeValues(query, result);
  return composeFigures(withoutUnnamed(query), withNumbers(query, result));
}

/** That what is named has a name need not be said. */
function withoutUnnamed(query: FiguresQuery): FiguresQuery {
  const named = new Set(query.groups.map(({ column }) => column));
  const isPlain = ({ test, negated, column }: FiguresQuery['conditions'][number]) =>
    test === 'missing' && negated === true && named.has(column);
  return { ...query, conditions: query.conditions.filter((one) => !isPlain(one)) };
}

/** Converts figures to numbers: large ones, and averages of PostgreSQL, arrive as text. */
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

function withoutHelpers(query: FiguresQuery | RowsQuery, { columns, rows }: TableResult): string {
  const shown = columns.flatMap((name, at) => (helpers.has(name) ? [] : [at]));
  return formatTable(
    shown.map((at) => columns[at]),
    rows.map((row) => shown.map((at) => row[at])),
    (value, column) => formatCell(query, columns[shown[column]], shown[column], value),
  );
}

function formatCell(query: FiguresQuery | RowsQuery, name: string, at: number, value: unknown): string {
  if (query.shape === 'figures') {
    if (at < query.groups.length) return formatGroup(query.groups[at], value);
    const measure = query.measures[at - query.groups.length];
    return measure ? formatFigure(measure, value) : formatScalar(value);
  }
  const column = query.table.columns.find((one) => one.name === name);
  return column ? formatValue(column, value) : formatScalar(value);
}

function formatFigure(measure: Measure, value: unknown): string {
  if (measure.of === 'column' && (measure.aggregate === 'highest' || measure.aggregate === 'lowest'))
    return formatValue(measure.column, value);
  return formatScalar(value);
}

function composeRows(query: RowsQuery, result: TableResult): string {
  const matching = Number(cell(result, 0, 'matching_rows') ?? 0);
  if (matching === 0) return `${describeQuery(query)}: there are none.`;
  const shown = result.rows.length;
  const all = plural(matching, 'row').replace(/^\S+/, '**$&**');
  const amount = shown < matching ? `${formatScalar(shown)} of ${all}` : all;
  return `${describeQuery(query)} (${amount}):\n\n${withoutHelpers(query, result)}${sayTies(result)}`;
}

function sayTies(result: TableResult): string {
  const same = Number(cell(result, 0, 'same_value') ?? 1);
  return same > 1 ? `\n\nThis is one of ${formatScalar(same)} that share this value.` : '';
}

function composeValues(query: ValuesQuery, result: TableResult): string {
  const values = result.rows.map(([value]) => formatValue(query.column, value));
  if (values.length === 0) return `${describeQuery(query)}: there are none.`;
  const all = result.truncated || values.length === 100 ? `the first ${values.length}` : String(values.length);
  return `${describeQuery(query)} (${all}): ${values.join(', ')}.`;
}

function composeFigures(query: FiguresQuery, result: TableResult): string {
  if (query.groups.length > 0) return composeGroups(query, result);
  const matching = cell(result, 0, 'matching_rows');
  if (matching === 0) return `${describeQuery(query)}: no row matches.`;
  const [{ of }] = query.measures;
  if (matching === 1 && of === 'column' && query.measures.length > 1 && isOneColumn(query))
    return `${query.measures[0].of === 'column' ? describeOnly(query, query.measures[0]) : ''}: **${formatFigure(query.measures[0], result.rows[0]?.[0])}** (1 row).`;
  const figures = query.measures.map((measure, at) => {
    const unit = measure.of === 'share' || measure.of === 'sumShare' ? ' %' : '';
    const figure = `**${formatFigure(measure, result.rows[0]?.[at])}${unit}**`;
    return query.measures.length > 1 ? `${measureName(measure)} ${figure}` : figure;
  });
  const counted = cell(result, 0, 'known_rows') ?? matching;
  const rows = counted === undefined ? '' : ` (${plural(Number(counted), 'row')})`;
  const yes = query.says === 'exists' ? `${Number(result.rows[0]?.[0]) > 0 ? 'Yes' : 'No'}. ` : '';
  return `${yes}${describeQuery(query)}: ${figures.join(', ')}${rows}.`;
}

function isOneColumn({ measures }: FiguresQuery): boolean {
  const [first] = measures;
  return measures.every((one) => one.of === 'column' && first.of === 'column' && one.column === first.column);
}

/** For one row average, lowest and highest are equal: its value. */
function describeOnly(query: FiguresQuery, { column }: Extract<Measure, { of: 'column' }>): string {
  const { conditions } = query;
  return describeQuery({ shape: 'values', table: query.table, conditions, column }).replace(
    'The distinct values of ',
    '',
  );
}

function composeGroups(query: FiguresQuery, result: TableResult): string {
  if (result.rows.length === 0) return `${describeQuery(query)}: there are none.`;
  const only = result.rows.length === 1 && query.limit === 1 ? nameGroup(query, result) : undefined;
  const table = only ?? `\n\n${withoutHelpers(query, result)}`;
  const isCut = result.truncated || (query.limit === undefined && result.rows.length >= mostGroups);
  const cut = isCut
    ? `\n\nThere are more groups than these ${result.rows.length}${hasManyGroups(query.groups) ? ', the highest' : ''}.`
    : '';
  return `${describeQuery(query)}:${table}${sayTies(result)}${cut}`;
}

function nameGroup({ groups, measures, table }: FiguresQuery, result: TableResult): string {
  const [row] = result.rows;
  const label = groups.map((group, at) => formatGroup(group, row[at])).join(', ');
  const [measure] = measures;
  const figure =
    measure.of === 'rows'
      ? plural(Number(row[groups.length]), 'row')
      : `${describeMeasure(measure, table.name)} ${measure.of === 'share' ? `${formatScalar(row[groups.length])} %` : formatScalar(row[groups.length])}`;
  return ` **${label}** (${figure}).`;
}
