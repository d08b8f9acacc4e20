import type { Condition, Field, Reading } from '../algebra.ts';
import type { Column } from '../profile.ts';
import { literal, quoteName } from '../words/quoting.ts';
import { wordsOf } from '../words/tokens.ts';

/**
 * Returns a reading whose SQL PostgreSQL understands: what DuckDB alone has functions for, such as the first number of
 * a text, becomes a column with a formula of PostgreSQL.
 */
export function inPostgresql(reading: Reading): Reading {
  return translate(reading) as Reading;
}

/** Goes through all parts of a reading, whatever kinds of answers there are. */
function translate(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(translate);
  if (typeof part !== 'object' || part === null) return part;
  if (isField(part)) return fieldOf(part);
  if (isHolding(part)) return conditionOf(part);
  return Object.fromEntries(Object.entries(part).map(([key, value]) => [key, translate(value)]));
}

function isField(part: object): part is Field {
  return 'column' in part && 'part' in part;
}

type Holding = Extract<Condition, { test: 'holds' }>;

function isHolding(part: object): part is Holding {
  return 'test' in part && part.test === 'holds';
}

function fieldOf(field: Field): Field {
  const { column, part } = field;
  const name = column.formula ?? quoteName(column.name);
  if (part === 'year' && column.type !== 'date' && column.type !== 'datetime')
    return calculated(field, `CAST(substring(${name} FROM '${year}') AS integer)`);
  if (part !== 'number') return field;
  const plain = `regexp_replace(${name}, '([0-9]),([0-9])', '\\1\\2', 'g')`;
  return calculated(field, `CAST(substring(${plain} FROM '${number}') AS double precision)`);
}

const year = '(?:^|[^0-9])((?:1[0-9]|20)[0-9]{2})(?:[^0-9]|$)';
const number = '-?[0-9]+(?:[.][0-9]+)?';

function calculated(field: Field, formula: string): Field {
  const column: Column = { ...field.column, formula, isOfRow: true };
  return { ...field, column, part: 'whole' };
}

/** Cells that hold a phrase are not listed: by now others may be there. */
function conditionOf({ field, phrases, negated }: Holding): Condition {
  const name = field.column.formula ?? quoteName(field.column.name);
  const plain = `translate(lower(CAST(${name} AS text)), '${accented}', '${unaccented}')`;
  const formula = phrases.map((phrase) => `${plain} ~ ${literal(patternOf(phrase))}`).join(' OR ');
  return { test: 'is', field: { ...calculated(field, formula), kind: 'boolean' }, values: [true], negated };
}

const accented = 'àáâãäåçèéêëìíîïñòóôõöøùúûüýÿ';
const unaccented = 'aaaaaaceeeeiiiinoooooouuuuyy';

/** Whole words with any signs between them. */
function patternOf(phrase: string): string {
  const words = wordsOf(phrase).map((word) => word.replaceAll('.', '[.]'));
  return `(^|[^[:alnum:]])${words.join('[^[:alnum:]]+')}([^[:alnum:]]|$)`;
}
