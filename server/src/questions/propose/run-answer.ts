import type { Aggregate, Answer, Condition, Field, Measure } from '../algebra.ts';
import { numberIn, readPart } from '../link/cells.ts';
import type { IndexedTable } from '../link/indexed-table.ts';
import { compares, tryCondition } from '../link/try-condition.ts';
import type { Candidate } from './candidate.ts';

/** What a reading gives on the sample: cells, labels or one figure. */
export type Outcome = readonly unknown[];

/** Works out the answer of a candidate on the rows of the sample. */
export function runAnswer(
  { rows: { found }, answer }: Pick<Candidate, 'answer'> & { rows: { found: readonly number[] } },
  table: IndexedTable,
): Outcome {
  switch (answer.kind) {
    case 'count':
      return [found.length];
    case 'values':
      return answer.beside
        ? distinctRows(found, [answer.field, ...answer.beside], table)
        : distinctCells(found, answer.field, table);
    case 'rows':
      return wholeRows(found, table);
    case 'distinct':
      return [countDistinct(found, codesOf(answer.field, table))];
    case 'figure':
      return figure(figureOf(found, answer.field, answer.aggregate, table));
    case 'figures':
      return answer.measures.flatMap(
        (measure) => endOfDates(found, measure, table) ?? figure(measureOf(found, measure, table)),
      );
    case 'difference':
      return difference(found, answer, table);
    case 'share':
      return figure(shareOf(holding(found, answer.of, table), found, answer.summed, table));
    default:
      return runGroups(found, answer, table);
  }
}

const figure = (value: number): Outcome => (Number.isNaN(value) ? [] : [value]);

/** Of dates the first or last one as it stands in its cell. */
function endOfDates(found: readonly number[], measure: Measure, table: IndexedTable): Outcome | undefined {
  if (measure.of !== 'field' || measure.field.kind !== 'date') return undefined;
  const numbers = numbersOf(measure.field, table);
  const end = aggregate(found, numbers, measure.aggregate === 'lowest' ? 'lowest' : 'highest');
  const row = found.find((one) => numbers[one] === end);
  return row === undefined ? [] : [cellOf(measure.field, row, table)];
}

function codesOf(field: Field, { fields, codes }: IndexedTable): Int32Array {
  return codes[fields.indexOf(field)];
}

function figureOf(found: readonly number[], field: Field, how: Aggregate, table: IndexedTable): number {
  if (how !== 'own') return aggregate(found, numbersOf(field, table), how);
  const { aggregate: known, quotient, isPercent } = field.column;
  if (quotient) return (isPercent ? 100 : 1) * quotientOf(found, quotient, table);
  return known ? aggregate(found, numbersOf(field, table), known) : standIn(found, field);
}

function quotientOf(found: readonly number[], columns: readonly number[], { rows }: IndexedTable): number {
  const [above, below] = columns.map((at) => found.reduce((sum, row) => sum + (numberIn(rows[row][at]) || 0), 0));
  return below === 0 ? Number.NaN : above / below;
}

/** Of a formula that the sample's cells do not tell: another figure for other rows. */
function standIn(found: readonly number[], { at }: Field): number {
  return found.reduce((sum, row) => (sum * 31 + row + 1) % 1_000_003, at + 0.5);
}

function numbersOf(field: Field, { fields, numbers, rows }: IndexedTable): Float64Array {
  return numbers[fields.indexOf(field)] ?? new Float64Array(rows.length).fill(Number.NaN);
}

function cellOf({ at, part }: Field, row: number, { rows }: IndexedTable): unknown {
  const cell = rows[row][at];
  return part === 'whole' || part === 'place' ? cell : readPart[part](cell);
}

function distinctCells(found: readonly number[], field: Field, table: IndexedTable): unknown[] {
  const codes = codesOf(field, table);
  const seen = new Set<number>();
  const cells: unknown[] = [];
  for (const row of found) {
    if (codes[row] < 0 || seen.has(codes[row])) continue;
    seen.add(codes[row]);
    cells.push(cellOf(field, row, table));
  }
  return cells;
}

/** The cells of all fields in turn, of rows that have the first. */
function distinctRows(found: readonly number[], fields: readonly Field[], table: IndexedTable): unknown[] {
  const codes = fields.map((field) => codesOf(field, table));
  const seen = new Set<string>();
  return found.flatMap((row) => {
    const key = codes.map((own) => own[row]).join(' ');
    if (codes[0][row] < 0 || seen.has(key)) return [];
    seen.add(key);
    return fields.flatMap((field, at) => (codes[at][row] < 0 ? [] : [cellOf(field, row, table)]));
  });
}

function wholeRows(found: readonly number[], { columns, rows }: IndexedTable): unknown[] {
  const own = columns.flatMap(({ formula }, at) => (formula === undefined ? [at] : []));
  const cells = found.slice(0, mostListed).flatMap((row) => own.map((at) => rows[row][at]));
  return cells.filter((cell) => cell !== null && cell !== undefined);
}

/** As many rows as are told at once. */
const mostListed = 100;

function countDistinct(found: readonly number[], codes: Int32Array): number {
  const seen = new Set<number>();
  for (const row of found) if (codes[row] >= 0) seen.add(codes[row]);
  return seen.size;
}

/** Returns NaN where no row has a value. */
function aggregate(found: readonly number[], numbers: Float64Array, how: Exclude<Aggregate, 'own'>): number {
  let [count, sum, low, high] = [0, 0, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const row of found) {
    const value = numbers[row];
    if (Number.isNaN(value)) continue;
    count += 1;
    sum += value;
    if (value < low) low = value;
    if (value > high) high = value;
  }
  if (count === 0) return Number.NaN;
  if (how === 'median') return medianOf(found.map((row) => numbers[row]).filter((value) => !Number.isNaN(value)));
  return { sum, average: sum / count, highest: high, lowest: low, spread: high - low }[how];
}

function medianOf(values: number[]): number {
  const sorted = values.sort((one, other) => one - other);
  const middle = (sorted.length - 1) / 2;
  return (sorted[Math.floor(middle)] + sorted[Math.ceil(middle)]) / 2;
}

function measureOf(found: readonly number[], measure: Measure, table: IndexedTable, all = found): number {
  if (measure.of === 'rows') return found.length;
  if (measure.of === 'distinct') return countDistinct(found, codesOf(measure.field, table));
  if (measure.of === 'field') return figureOf(found, measure.field, measure.aggregate, table);
  const { condition, summed } = measure;
  if (condition) return shareOf(holding(found, condition, table), found, summed, table);
  return (100 * sizeOf(found, summed, table)) / sizeOf(all, summed, table);
}

/** Percentage that some rows are of others, or their sum of a field of the others'; NaN where these have none. */
function shareOf(some: readonly number[], all: readonly number[], summed: Field | undefined, table: IndexedTable) {
  const total = sizeOf(all, summed, table);
  return total === 0 ? Number.NaN : (100 * (sizeOf(some, summed, table) || 0)) / total;
}

/** How many rows there are, or their sum of a field; NaN where that has no value. */
function sizeOf(rows: readonly number[], summed: Field | undefined, table: IndexedTable): number {
  return summed ? aggregate(rows, numbersOf(summed, table), 'sum') : rows.length;
}

function holding(found: readonly number[], condition: Condition, table: IndexedTable): number[] {
  const holds = tryCondition(condition, table);
  return found.filter((row) => holds[row] === 1);
}

function difference(
  found: readonly number[],
  { measure, first, second }: Extract<Answer, { kind: 'difference' }>,
  table: IndexedTable,
): Outcome {
  const [one, other] = [first, second].map((condition) => measureOf(holding(found, condition, table), measure, table));
  return figure(Math.abs(one - other));
}

/** Groups with the same measure are told in the order of their labels, as by SQL. */
function byLabel(one: unknown, other: unknown): number {
  if (typeof one === 'number' && typeof other === 'number') return one - other;
  return String(one) < String(other) ? -1 : 1;
}

type Grouped = Extract<Answer, { kind: 'groups' | 'top' | 'having' }>;

function runGroups(found: readonly number[], answer: Grouped, table: IndexedTable): Outcome {
  if (answer.kind === 'top' && answer.each) return runEach(found, answer, answer.each, table);
  const codes = codesOf(answer.by, table);
  const second = answer.kind === 'groups' && answer.and ? answer.and : undefined;
  const others = second ? codesOf(second, table) : undefined;
  const groups = new Map<number, number[]>();
  for (const row of found) {
    if (codes[row] < 0 || (others && others[row] < 0)) continue;
    const group = others ? codes[row] * table.rows.length + others[row] : codes[row];
    const known = groups.get(group);
    if (known) known.push(row);
    else groups.set(group, [row]);
  }
  const all = [...groups.values()];
  const known = all.flat();
  const measure = (rows: readonly number[]) => measureOf(rows, answer.measure, table, known);
  const label = (rows: readonly number[]) => cellOf(answer.by, rows[0], table);
  if (answer.kind === 'groups')
    return all.flatMap((rows) => {
      const [value, ...more] = [answer.measure, ...(answer.more ?? [])].map((one) =>
        measureOf(rows, one, table, known),
      );
      return Number.isNaN(value)
        ? []
        : [
            label(rows),
            ...(second ? [cellOf(second, rows[0], table)] : []),
            value,
            ...more.filter((one) => !Number.isNaN(one)),
          ];
    });
  if (answer.kind === 'having') {
    const kept = all.filter((rows) => compares[answer.operator](measure(rows), answer.value));
    return answer.shows === 'count' ? [kept.length] : kept.map(label);
  }
  const measured = all.map((rows) => ({ rows, value: measure(rows) })).filter(({ value }) => !Number.isNaN(value));
  const sign = answer.descending ? -1 : 1;
  const sorted = measured.sort(
    (one, other) => sign * (one.value - other.value) || byLabel(label(one.rows), label(other.rows)),
  );
  const best =
    answer.count === 1 ? sorted.filter(({ value }) => value === sorted[0].value) : sorted.slice(0, answer.count);
  if (answer.shows === 'measure') return best.slice(0, 1).map(({ value }) => value);
  return best.map(({ rows }) => label(rows));
}

/** The first group for each value of another field, told behind that value. */
function runEach(
  found: readonly number[],
  answer: Extract<Grouped, { kind: 'top' }>,
  each: Field,
  table: IndexedTable,
): Outcome {
  const codes = codesOf(each, table);
  const parted = Map.groupBy(
    found.filter((row) => codes[row] >= 0),
    (row) => codes[row],
  );
  const parts = [...parted.values()].map((rows) => ({ value: cellOf(each, rows[0], table), rows }));
  return parts
    .sort((one, other) => byLabel(one.value, other.value))
    .flatMap(({ value, rows }) =>
      runGroups(rows, { ...answer, each: undefined }, table).flatMap((label) => [value, label]),
    );
}
