import type { ColumnType, JsonValue } from '../../../platform/data/types.ts';
import { readInteger, readJson, readNumber } from '../cells.ts';
import type { RowType } from './statement.ts';

export function columnTypeOf({ type, scale }: Pick<RowType, 'type' | 'scale'>): ColumnType {
  const word = type.toLowerCase();
  if (word === 'fixed' || word === 'number') return scale === 0 || scale === null ? 'integer' : 'number';
  if (word === 'real' || word === 'float') return 'number';
  if (word === 'boolean' || word === 'date') return word;
  if (word.startsWith('timestamp')) return 'datetime';
  return /^(?:variant|object|array|map|vector)/.test(word) ? 'json' : 'text';
}

/** Reads a cell of the format `jsonv2`, in which all is text. */
export function readCell(column: RowType, text: string | null): JsonValue {
  if (text === null) return null;
  switch (columnTypeOf(column)) {
    case 'integer':
      return readInteger(text);
    case 'number':
      return readNumber(text);
    case 'boolean':
      return text === 'true' || text === '1';
    case 'date':
      return /^-?\d+$/.test(text) ? new Date(Number(text) * 86_400_000).toISOString().slice(0, 10) : text;
    case 'datetime':
      return readSeconds(text);
    case 'json':
      return readJson(text);
    default:
      return column.type.toLowerCase() === 'binary' ? `\\x${text.toLowerCase()}` : text;
  }
}

/** `1611871777.123000000`, or with an offset behind it: seconds of the moment in UTC. */
function readSeconds(text: string): string {
  const [, seconds, fraction = ''] = /^(-?\d+)(?:\.(\d+))?(?: \d+)?$/.exec(text) ?? [];
  if (seconds === undefined) return text;
  // Before 1970 the fraction counts down.
  const isBefore = seconds.startsWith('-') && /[1-9]/.test(fraction);
  const digits = isBefore
    ? String(10n ** BigInt(fraction.length) - BigInt(fraction)).padStart(fraction.length, '0')
    : fraction;
  const whole = new Date((Number(seconds) - (isBefore ? 1 : 0)) * 1000).toISOString().slice(0, 19);
  const shown = digits.replace(/0+$/, '');
  return `${whole}${shown ? `.${shown}` : ''}Z`;
}
