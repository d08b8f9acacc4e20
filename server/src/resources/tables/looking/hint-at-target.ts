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
  /** Share of the target's variance, or of its less likely classes, that the column alone gives where each row is told from the others. */
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
/** Numbers of many values are looked at in parts of as many rows, of at least so many each. */
const [parts, fewestOfPart] = [20, 5];
/** On fewer rows, or rows that the likeliest class gets wrong, one of many columns tells the target by luck. */
const [fewestKnown, fewestWrong] = [20, 10];
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
  const figures = [onLine(y, x), ...shares, `avg(CAST(${x} = ${y} AS INTEGER))`, `least(min(${x}), min(${y}))`];
  return `${figures.map((figure) => `CAST(${figure} AS DOUBLE)`).join(', ')} ${bothKnown(y, x)}`;
}

function bothKnown(y: string, x: string): string {
  return `FROM taken WHERE ${x} IS NOT NULL AND ${y} IS NOT NULL`;
}

/**
 * The share of the variance that a straight line gives, where each row is told from the line of the others: a row far
 * out draws the line to itself.
 */
function onLine(y: string, x: string): string {
  const line = `SELECT avg(${x}) AS mx, avg(${y}) AS my, regr_slope(${y}, ${x}) AS slope, nullif(regr_sxx(${y}, ${x}), 0) AS xx, CAST(count(*) AS DOUBLE) AS n ${bothKnown(y, x)} HAVING count(*) >= ${fewestKnown}`;
  const others = `(1 - 1 / n - (${x} - mx) * (${x} - mx) / xx)`;
  const error = `CASE WHEN ${others} > 1e-12 THEN (${y} - my - slope * (${x} - mx)) / ${others} ELSE ${y} - my END`;
  return `(SELECT 1 - sum(pow(${error}, 2)) / nullif(sum(pow((${y} - my) * n / (n - 1), 2)), 0) FROM taken, (${line}) WHERE ${x} IS NOT NULL AND ${y} IS NOT NULL)`;
}

/** The share of the variance that the mean of each value gives, where each row is told from the others (of a single one, from all). */
function withinValues(target: LookedColumn, other: LookedColumn): string {
  const [y, x] = [quoted(target.name), quoted(other.name)];
  const groups = `SELECT var_pop(${y}) AS within, avg(${y}) AS mean, CAST(count(*) AS DOUBLE) AS rows ${bothKnown(y, x)} GROUP BY ${x}`;
  const whole = `SELECT avg(${y}) AS my, nullif(var_pop(${y}), 0) AS spread, CAST(count(*) AS DOUBLE) AS n ${bothKnown(y, x)} HAVING count(*) >= ${fewestKnown}`;
  const error =
    'CASE WHEN rows > 1 THEN within * rows * pow(rows / (rows - 1), 2) ELSE pow((mean - my) * n / (n - 1), 2) END';
  return `(SELECT 1 - sum(${error}) / any_value(spread * n * pow(n / (n - 1), 2)) FROM (${groups}), (${whole}))`;
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
  // What is not all is not called all.
  return `${share < 1 ? Math.min(99, Math.round(100 * share)) : 100} %`;
}

/** A column by whose values, or parts of whose numbers, rows are told. */
interface Way {
  other: LookedColumn;
  value: string;
}

/** Of the rows that the likeliest class gets wrong, the share that the likeliest class of each value (or part) gets right, told from the other rows. */
async function hintAtClass(table: LookedTable, target: LookedColumn, others: readonly LookedColumn[]) {
  const found = new Map<string, number>();
  const looked = others.filter((one) => hasFewValues(table, one) || isNumeric(one));
  for (const some of inTurns(looked, mostRows)) {
    const ways = some.flatMap((other) => waysToTell(table, other));
    const counts = ways.map((way, place) => countsByValue(target, way, place));
    const rows = await table.askOf([target, ...some], sharesOf(counts.join(' UNION ALL ')), mostRows);
    for (const [place, share] of rows) {
      const { name } = ways[Number(place)].other;
      found.set(name, Math.max(found.get(name) ?? 0, Number(share ?? 0)));
    }
  }
  return [...found].flatMap(([name, share]) => (share >= suspicious ? [ofOne(target.name, name, share)] : []));
}

/** Numbers are told by their parts, too: a value of one row tells nothing, its neighbours do. */
function waysToTell(table: LookedTable, other: LookedColumn): Way[] {
  const x = quoted(other.name);
  const cuts = Math.max(1, Math.min(parts, Math.floor(table.record.row_count / fewestOfPart)));
  return [
    ...(hasFewValues(table, other) ? [{ other, value: x }] : []),
    ...(isNumeric(other) ? [{ other, value: `ntile(${cuts}) OVER (ORDER BY ${x})` }] : []),
  ];
}

/** Counts the rows of each class by each value or part. */
function countsByValue(target: LookedColumn, { other, value }: Way, place: number): string {
  const [y, x] = [quoted(target.name), quoted(other.name)];
  const known = `SELECT CAST(${y} AS VARCHAR) AS y, CAST(${value} AS VARCHAR) AS x ${bothKnown(y, x)}`;
  return `SELECT ${place} AS place, x, y, count(*) AS n FROM (${known}) GROUP BY x, y`;
}

/** The likeliest class of a value is right in its rows if it is still that without one of them, in half where another is then as likely. */
function sharesOf(counts: string): string {
  const best =
    'SELECT place, max(n) AS best, coalesce(max(n, 2)[2], 0) AS next, sum(n) AS n FROM counted GROUP BY place, x';
  const byClass = 'SELECT place, sum(n) AS n FROM counted GROUP BY place, y';
  const right = 'CASE WHEN best - 1 > next THEN best WHEN best > 1 AND best - 1 = next THEN best / 2 ELSE 0 END';
  return `, counted AS MATERIALIZED (${counts}),
    found AS (SELECT place, sum(${right}) AS correct, sum(n) AS known FROM (${best}) GROUP BY place),
    likeliest AS (SELECT place, max(n) AS most FROM (${byClass}) GROUP BY place)
    SELECT place, (correct - most) / CAST(known - most AS DOUBLE) FROM found JOIN likeliest USING (place) WHERE known - most >= ${fewestWrong}`;
}
