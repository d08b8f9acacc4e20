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
  /** SQL of the times, from the SQL of both; a part that is text says itself what it is. */
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
const day = { name: /^(?:day|tag|jour|d[ií]a|giorno|dag|mday|day_?of_?month)$/i, first: 1, last: 31 };
const yearName = /year|jahr|ann[ée]e|^a[nñ]o|anno|jaar|^yr$/i;

function twoDigits(part: string): string {
  return `lpad(${part}::VARCHAR, 2, '0')`;
}

/**
 * Returns the SQL that makes times of two columns, such as a year and a month, or of a year, a month and a day; undefined
 * where no column is named like the other part.
 */
export function sqlOfParts(
  timeColumn: string,
  columns: readonly PartColumn[],
  table = 'your_table',
): string | undefined {
  const named = columns.find(({ name }) => name === timeColumn);
  const time = named && (yearOf(named, columns) ?? named);
  if (!time || time.type === 'boolean') return undefined;
  const isDate = time.type === 'time' || time.type === 'text';
  for (const part of parts) {
    if (part.isOfDay ? !isDate : !isYear(time)) continue;
    const other = columns.find((one) => one !== time && mayBe(one, part));
    if (other) return `SELECT *, ${momentOf(time, other, part, columns)} AS moment FROM ${quote(table)}`;
  }
  return undefined;
}

/** Of a part of the year: the column of its years. */
function yearOf(named: PartColumn, columns: readonly PartColumn[]): PartColumn | undefined {
  const isPart = named.type === 'number' && parts.some((part) => !part.isOfDay && mayBe(named, part));
  return isPart ? columns.find((one) => yearName.test(one.name) && isYear(one)) : undefined;
}

function momentOf(time: PartColumn, other: PartColumn, part: Part, columns: readonly PartColumn[]): string {
  if (part.isOfDay) return part.join(quote(time.name), quote(other.name), other.type === 'text');
  const days = part === parts[0] && other.type === 'number' ? columns.find((one) => mayBe(one, day)) : undefined;
  if (days?.type === 'number') return `make_date(${whole(time)}, ${whole(other)}, ${whole(days)})`;
  return part.join(whole(time), whole(other), other.type === 'text');
}

/** A year may be stored as 1960.0. */
function whole({ name, type }: PartColumn): string {
  return type === 'number' ? `${quote(name)}::INT` : quote(name);
}

function isYear({ type, least = 0, most = 0 }: PartColumn): boolean {
  return type === 'number' && least >= 1500 && most <= 2200;
}

function mayBe(column: PartColumn, { name, first, last }: Pick<Part, 'name' | 'first' | 'last'>): boolean {
  return name.test(column.name) && mayBePart(column, first, last);
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
