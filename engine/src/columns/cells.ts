import { isBlank } from './blank.ts';
import { parseBoolean } from './booleans.ts';
import { clampFinite } from './fields.ts';
import { type ColumnProfile, parseText } from './profile.ts';

/** Why a cell cannot be read as its column's kind; the message says what would be right. */
export class CellError {
  readonly detail: string;

  constructor(detail: string) {
    this.detail = detail;
  }
}

const wanted: Record<string, string> = {
  number: 'a number',
  boolean: 'true or false',
  datetime: 'a date, such as 2020-01-31 or 2020-01-31T12:00:00Z',
};

/** Reads a cell of a row as JSON gives it for a numeric column: a value, or NaN when missing. */
export function readNumericCell(profile: ColumnProfile, cell: unknown): number | CellError {
  if (typeof cell === 'number' && profile.kind !== 'boolean') return clampFinite(cell);
  if (cell === null || cell === undefined) return Number.NaN;
  if (typeof cell === 'string') {
    if (isBlank(cell)) return Number.NaN;
    const value = parseText(profile, cell);
    return Number.isNaN(value) && !isKnownAbsent(profile, cell) ? refuse(profile, cell) : clampFinite(value);
  }
  if (profile.kind === 'boolean') return readBoolean(profile, cell);
  return refuse(profile, cell);
}

/** Words that training took for missing are missing ever after. */
function isKnownAbsent({ absent }: ColumnProfile, cell: string): boolean {
  return absent.includes(cell.trim().toLowerCase()) || isInfinite(cell);
}

/** Reads a cell for a category or text column; undefined when missing. */
export function readTextCell(cell: unknown): string | undefined | CellError {
  if (typeof cell === 'string') return isBlank(cell) ? undefined : cell.trim();
  if (cell === null || cell === undefined) return undefined;
  if (typeof cell === 'number' || typeof cell === 'boolean') return String(cell);
  if (Array.isArray(cell) && cell.every((item) => typeof item !== 'object')) return JSON.stringify(cell);
  return new CellError(`must be a text, got ${show(cell)}`);
}

function readBoolean(profile: ColumnProfile, cell: unknown): number | CellError {
  const value = typeof cell === 'number' || typeof cell === 'boolean' ? parseBoolean(String(cell)) : Number.NaN;
  return Number.isNaN(value) ? refuse(profile, cell) : value;
}

function refuse(profile: ColumnProfile, cell: unknown): CellError {
  return new CellError(`must be ${wanted[profile.kind] ?? 'a number'}, got ${show(cell)}`);
}

function isInfinite(text: string): boolean {
  return /^[+-]?inf(inity)?$/i.test(text.trim());
}

function show(cell: unknown): string {
  if (Array.isArray(cell)) return 'a list';
  if (typeof cell === 'object') return 'an object';
  const text = JSON.stringify(cell) ?? String(cell);
  return text.length > 40 ? `${text.slice(0, 37)}…` : text;
}
