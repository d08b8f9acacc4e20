import { TrainingError, type TrainingErrorCode } from '../errors.ts';

/** What is known of a column that may hold a part of the times. */
export interface PartColumn {
  name: string;
  /** `time`: dates or moments. */
  type: 'number' | 'time' | 'text' | 'boolean';
  /** Of numbers: the least and the greatest. */
  least?: number;
  most?: number;
}

/** How a column that is named so goes together with one of years or, for a time of day, of dates. */
interface Part {
  name: RegExp;
  first: number;
  last: number;
  isOfDay?: boolean;
  /** SQL of the times, from the quoted names. */
  join: (time: string, part: string, isText: boolean) => string;
}

const parts: readonly Part[] = [
  {
    name: /month|monat|mois|^mes(?:e|es)?$|maand|^mon$|^mth$/i,
    ...{ first: 1, last: 12 },
    join: (year, part, isText) => `${year} || '-' || ${isText ? part : twoDigits(part)}`,
  },
  {
    name: /quarter|quartal|trimestre|kwartaal|^qtr?$/i,
    ...{ first: 1, last: 4 },
    join: (year, part, isText) => (isText ? `${year} || '-' || ${part}` : `${year} || '-Q' || ${part}`),
  },
  {
    name: /week|woche|semaine|semana|settimana|^(?:kw|wk|cw)$/i,
    ...{ first: 1, last: 53 },
    join: (year, part, isText) => (isText ? `${year} || '-' || ${part}` : `${year} || '-W' || ${twoDigits(part)}`),
  },
  {
    name: /hour|stunde|heure|^hora|^ora|time|zeit|^uhr/i,
    ...{ first: 0, last: 24 },
    isOfDay: true,
    join: (date, part, isText) =>
      isText ? `${date} || ' ' || ${part}` : `${date}::TIMESTAMP + to_seconds(3600 * ${part})`,
  },
];

function twoDigits(part: string): string {
  return `lpad(${part}::VARCHAR, 2, '0')`;
}

/**
 * Returns the SQL that makes times of two columns, such as a year and a month; undefined where no column is named like
 * the other part.
 */
export function sqlOfParts(
  timeColumn: string,
  columns: readonly PartColumn[],
  table = 'your_table',
): string | undefined {
  const time = columns.find(({ name }) => name === timeColumn);
  if (!time || time.type === 'boolean') return undefined;
  const isDate = time.type === 'time' || time.type === 'text';
  const isYear = time.type === 'number' && (time.least ?? 0) >= 1500 && (time.most ?? 0) <= 2200;
  for (const { name, first, last, isOfDay = false, join } of parts) {
    if (isOfDay ? !isDate : !isYear) continue;
    const other = columns.find((one) => one !== time && name.test(one.name) && mayBePart(one, first, last));
    if (!other) continue;
    const [own, part] = [time.name, other.name].map(quote);
    return `SELECT *, ${join(own, part, other.type === 'text')} AS moment FROM ${quote(table)}`;
  }
  return undefined;
}

function mayBePart({ type, least = Number.NaN, most = Number.NaN }: PartColumn, first: number, last: number): boolean {
  return type === 'text' || (type === 'number' && least >= first && most <= last);
}

function quote(name: string): string {
  return /^[a-z_]\w*$/i.test(name) ? name : `"${name.replaceAll('"', '""')}"`;
}

const ofTimes: readonly TrainingErrorCode[] = ['times_repeated', 'times_irregular', 'too_few_rows'];

/** Adds to an error about times that another column holds their second part, with the SQL that joins both. */
export function hintAtParts(
  error: unknown,
  timeColumn: string,
  columns: readonly PartColumn[],
  table?: string,
): unknown {
  if (!(error instanceof TrainingError) || !ofTimes.includes(error.code)) return error;
  const sql = sqlOfParts(timeColumn, columns, table);
  if (sql === undefined) return error;
  const hint = `if the time is in two columns, train from.sql \`${sql}\` with order_by \`moment\``;
  return new TrainingError(error.code, `${error.message}; ${hint}`, error.column);
}
