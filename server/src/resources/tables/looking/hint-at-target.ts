import type { JsonValue } from '../../../platform/data/types.ts';
import type { TableAddress } from '../service.ts';
import {
  columnNamed,
  inTurns,
  isNumeric,
  type LookContext,
  type LookedColumn,
  type LookedTable,
  openTable,
  quoted,
} from './ask-table.ts';

/** Something about a target that should be looked at before a model is trained on it. */
export interface TargetHint {
  code: 'in_one_column' | 'part_of_a_sum';
  column: string;
  /** Share of the target's variance, or of its less likely classes, that the column alone gives. */
  share: number;
  detail: string;
}

/** A column that gives so much of a target alone is often made after it. */
const suspicious = 0.75;
/** Parts of a whole are below it in nearly all rows, and sometimes all of it. */
const [nearlyAlways, sometimes, atLeast] = [0.995, 0.005, 0.3];
const mostColumns = 100;
/** A column with more values than this share of its rows tells rows apart, and nothing else. */
const mostValues = 0.1;
/** Numbers of many values are looked at in parts of as many rows. */
const parts = 20;
/** Columns of one statement: its plan grows with its length. */
const columnsAtOnce = 25;
/** Rows that are looked at: they tell three quarters from half. */
const mostRows = 20_000;

/** Says which columns may give a target away: they hold most of it alone, or are a part of it, or it of them. */
export async function hintAtTarget(
  ctx: LookContext,
  address: TableAddress,
  target: string,
  signal: AbortSignal,
): Promise<TargetHint[]> {
  const table = await openTable(ctx, address, signal);
  const aimed = columnNamed(table.record, target);
  const others = table.record.columns.filter(({ name }) => name !== target).slice(0, mostColumns);
  const hints = isNumeric(aimed) ? await hintAtNumber(table, aimed, others) : await hintAtClass(table, aimed, others);
  return hints.sort((a, b) => b.share - a.share);
}

async function hintAtNumber(table: LookedTable, target: LookedColumn, others: readonly LookedColumn[]) {
  const looked = others.filter((one) => isNumeric(one) || hasFewValues(table, one));
  const found = await askEach(table, target, looked, (other) =>
    isNumeric(other) ? twoNumbers(target, other) : `${withinValues(target, other)}, ${'NULL, '.repeat(3)}NULL`,
  );
  return looked.flatMap(({ name }, place) => {
    const figures = found[place];
    const share = Number(figures[0] ?? 0);
    const part = partHint(target.name, name, figures);
    if (part) return [part];
    return share >= suspicious ? [ofOne(target.name, name, share)] : [];
  });
}

/** Asks for the same figures of each column, many columns at a time. `figuresOf` is a list of SQL expressions. */
async function askEach(
  table: LookedTable,
  target: LookedColumn,
  columns: readonly LookedColumn[],
  figuresOf: (column: LookedColumn) => string,
): Promise<JsonValue[][]> {
  const found: JsonValue[][] = [];
  for (let first = 0; first < columns.length; first += columnsAtOnce) {
    const some = columns.slice(first, first + columnsAtOnce);
    const sql = some.map((column, place) => `SELECT ${place} AS place, ${figuresOf(column)}`).join(' UNION ALL ');
    const rows = await table.askOf([target, ...some], sql, mostRows);
    for (const [place, ...figures] of rows) found[first + Number(place)] = figures;
  }
  return found;
}

function hasFewValues({ record }: LookedTable, { distinct }: LookedColumn): boolean {
  return distinct > 1 && distinct <= mostValues * record.row_count;
}

function twoNumbers(target: LookedColumn, other: LookedColumn): string {
  const [y, x] = [quoted(target.name), quoted(other.name)];
  const shares = [`avg(CAST(${x} <= ${y} AS INTEGER))`, `avg(CAST(${y} <= ${x} AS INTEGER))`];
  const figures = [
    `regr_r2(${y}, ${x})`,
    ...shares,
    `avg(CAST(${x} = ${y} AS INTEGER))`,
    `least(min(${x}), min(${y}))`,
  ];
  const known = `FROM taken WHERE ${x} IS NOT NULL AND ${y} IS NOT NULL`;
  return `${figures.map((figure) => `CAST(${figure} AS DOUBLE)`).join(', ')} ${known}`;
}

/** The share of the variance between the values of a category (eta squared). */
function withinValues(target: LookedColumn, other: LookedColumn): string {
  const [y, x] = [quoted(target.name), quoted(other.name)];
  const groups = `SELECT var_pop(${y}) AS within, count(*) AS rows FROM taken WHERE ${x} IS NOT NULL AND ${y} IS NOT NULL GROUP BY ${x}`;
  const whole = `SELECT var_pop(${y}) FROM taken WHERE ${x} IS NOT NULL AND ${y} IS NOT NULL`;
  return `(SELECT 1 - sum(within * rows) / sum(rows) / nullif((${whole}), 0) FROM (${groups}))`;
}

/** The domestic takings of a film are a part of its takings all over the world. */
function partHint(target: string, other: string, figures: readonly JsonValue[]): TargetHint | undefined {
  const [share, below, above, equal, least] = figures.map((figure) => Number(figure ?? Number.NaN));
  if (!(share >= atLeast && least >= 0 && equal >= sometimes && equal < nearlyAlways)) return undefined;
  if (!(below >= nearlyAlways || above >= nearlyAlways)) return undefined;
  const [part, whole] = below >= nearlyAlways ? [other, target] : [target, other];
  return {
    code: 'part_of_a_sum',
    column: other,
    share,
    detail: `${part} is never more than ${whole}, and in ${percent(equal)} of the rows the same: is it a part of it? ${other} explains ${percent(share)} of ${target}. Exclude it if it is not known before ${target} is.`,
  };
}

function ofOne(target: string, column: string, share: number): TargetHint {
  return {
    code: 'in_one_column',
    column,
    share,
    detail: `${column} alone explains ${percent(share)} of ${target} in these rows: make sure that it is known before ${target} is, or exclude it.`,
  };
}

function percent(share: number): string {
  return `${Math.round(100 * share)} %`;
}

/** Of the rows that the likeliest class gets wrong, the share that each value's (or part's) likeliest class gets right. */
async function hintAtClass(table: LookedTable, target: LookedColumn, others: readonly LookedColumn[]) {
  const looked = others.filter((one) => hasFewValues(table, one) || isNumeric(one));
  const hints: TargetHint[] = [];
  for (const some of inTurns(looked, mostRows)) {
    const counts = some.map((other, place) => countsByValue(table, { target, other, place }));
    const rows = await table.askOf([target, ...some], sharesOf(counts.join(' UNION ALL ')), mostRows);
    for (const [place, share] of rows)
      if (Number(share ?? 0) >= suspicious) hints.push(ofOne(target.name, some[Number(place)].name, Number(share)));
  }
  return hints;
}

/** Counts the rows of each class by each value of a column, or each part of its numbers. */
function countsByValue(
  table: LookedTable,
  { target, other, place }: { target: LookedColumn; other: LookedColumn; place: number },
): string {
  const [y, x] = [quoted(target.name), quoted(other.name)];
  const value = hasFewValues(table, other) ? x : `ntile(${parts}) OVER (ORDER BY ${x})`;
  const known = `SELECT CAST(${y} AS VARCHAR) AS y, CAST(${value} AS VARCHAR) AS x FROM taken WHERE ${y} IS NOT NULL AND ${x} IS NOT NULL`;
  return `SELECT ${place} AS place, x, y, count(*) AS n FROM (${known}) GROUP BY x, y`;
}

function sharesOf(counts: string): string {
  const best = 'SELECT place, max(n) AS best, sum(n) AS n FROM counted GROUP BY place, x';
  const byClass = 'SELECT place, sum(n) AS n FROM counted GROUP BY place, y';
  return `, counted AS MATERIALIZED (${counts}),
    found AS (SELECT place, sum(best) AS correct, sum(n) AS known FROM (${best}) GROUP BY place),
    likeliest AS (SELECT place, max(n) AS most FROM (${byClass}) GROUP BY place)
    SELECT place, (correct - most) / nullif(CAST(known - most AS DOUBLE), 0) FROM found JOIN likeliest USING (place)`;
}
