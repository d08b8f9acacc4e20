import type { Aggregate, Condition, Field, Measure } from '../algebra.ts';
import { literal, quoteName } from '../words/quoting.ts';
import { wordsOf } from '../words/tokens.ts';

/** The name of a row's place in the table, from 1. */
export const place = '"row number of the table"';

/** The SQL of what a field reads out of a cell, as `link/cells.ts` reads it. */
export function expressionOf({ column, part }: Field): string {
  const name = column.formula === undefined ? quoteName(column.name) : `(${column.formula})`;
  const isDate = column.type === 'date' || column.type === 'datetime';
  if (part === 'place') return place;
  if (part === 'year' && !isDate)
    return `CAST(nullif(regexp_extract(${name}, '(^|[^0-9])((1[0-9]|20)[0-9]{2})([^0-9]|$)', 2), '') AS integer)`;
  if (part === 'number')
    return `CAST(nullif(regexp_extract(regexp_replace(${name}, '([0-9]),([0-9])', '\\1\\2', 'g'), '-?[0-9]+([.][0-9]+)?'), '') AS double)`;
  if (part === 'whole') return column.formula === undefined ? inOneSpelling(name, column.spellings) : name;
  if (part === 'day') return `CAST(${name} AS date)`;
  if (part === 'each month' || part === 'each quarter')
    return `CAST(date_trunc('${part === 'each month' ? 'month' : 'quarter'}', ${name}) AS date)`;
  return `CAST(extract(${part === 'weekday' ? 'isodow' : part} FROM ${name}) AS integer)`;
}

/** Values of several spellings as one of them. */
function inOneSpelling(name: string, spellings: Field['column']['spellings']): string {
  if (!spellings || spellings.length === 0) return name;
  const each = spellings.map(([value, as]) => `WHEN ${literal(value)} THEN ${literal(as)}`);
  return `CASE ${name} ${each.join(' ')} ELSE ${name} END`;
}

const mostListed = 100;

export function conditionOf(condition: Condition, table: string): string {
  const field = expressionOf(condition.field);
  switch (condition.test) {
    case 'is': {
      const values = [...new Set(condition.values.map(literal))];
      const test = values.length === 1 ? `${field} = ${values[0]}` : `${field} IN (${values.join(', ')})`;
      return condition.negated ? `NOT (${test})` : test;
    }
    case 'holds': {
      // Seeking words in a million texts takes ten times as long as comparing these.
      if (condition.cells && condition.cells.length <= mostListed)
        return conditionOf({ ...condition, test: 'is', values: condition.cells }, table);
      const tests = condition.phrases.map(
        (phrase) => `regexp_matches(lower(strip_accents(${field})), ${literal(patternOf(phrase))})`,
      );
      const test = tests.length === 1 ? tests[0] : `(${tests.join(' OR ')})`;
      return condition.negated ? `NOT (${test})` : test;
    }
    case 'compare':
      return `${field} ${condition.operator} ${literal(condition.value)}`;
    case 'between':
      return `${field} BETWEEN ${literal(condition.low)} AND ${literal(condition.high)}`;
    case 'during':
      return [
        condition.from && `${field} >= ${literal(condition.from)}`,
        condition.before && `${field} < ${literal(condition.before)}`,
      ]
        .filter(Boolean)
        .join(' AND ');
    case 'missing':
      return `${field} IS ${condition.negated ? 'NOT ' : ''}NULL`;
    case 'either':
      return `(${condition.of.map((one) => conditionOf(one, table)).join(' OR ')})`;
    case 'against': {
      const own = conditionOf(condition.of, table);
      return `${field} ${condition.operator} (SELECT ${field} FROM ${table} WHERE ${own} LIMIT 1) AND NOT (${own})`;
    }
  }
}

/** Whole words with any signs between them. */
function patternOf(phrase: string): string {
  const words = wordsOf(phrase).map((word) => word.replaceAll('.', '[.]'));
  return `(^|[^\\p{L}\\p{N}])${words.join('[^\\p{L}\\p{N}]+')}([^\\p{L}\\p{N}]|$)`;
}

const functions: Record<Exclude<Aggregate, 'spread' | 'median' | 'own'>, string> = {
  sum: 'sum',
  average: 'avg',
  highest: 'max',
  lowest: 'min',
};

export function measureOf(measure: Measure, table: string): string {
  if (measure.of === 'rows') return 'count(*)';
  if (measure.of === 'distinct') return `count(DISTINCT ${expressionOf(measure.field)})`;
  if (measure.of === 'field') return aggregateOf(measure.field, measure.aggregate);
  const { condition, summed } = measure;
  const size = sizeOf(summed);
  return condition ? shareOf({ of: condition, summed }, table) : `100.0 * ${size} / nullif(sum(${size}) OVER (), 0)`;
}

/** Percentage of the rows for which a condition holds, or of the sum of an amount. */
export function shareOf({ of, summed }: { of: Condition; summed?: Field }, table: string): string {
  const size = sizeOf(summed);
  const part = `${size} FILTER (WHERE ${conditionOf(of, table)})`;
  return `100.0 * ${summed ? `coalesce(${part}, 0)` : part} / nullif(${size}, 0)`;
}

function sizeOf(summed: Field | undefined): string {
  return summed ? aggregateOf(summed, 'sum') : 'count(*)';
}

export function aggregateOf(field: Field, aggregate: Aggregate): string {
  const name = expressionOf(field);
  if (aggregate === 'own') return name;
  if (aggregate === 'spread') return `max(${name}) - min(${name})`;
  if (aggregate === 'median') return `percentile_cont(0.5) WITHIN GROUP (ORDER BY ${name})`;
  return `${functions[aggregate]}(${name})`;
}
