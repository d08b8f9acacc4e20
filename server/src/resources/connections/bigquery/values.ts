import type { ColumnType, JsonValue } from '../../../platform/data/types.ts';
import { readBytes, readInteger, readJson, readMoment, readNumber } from '../cells.ts';

export interface Field {
  name: string;
  type: string;
  mode?: string;
  fields?: Field[];
}

interface Cell {
  v: unknown;
}

const types: Readonly<Record<string, ColumnType>> = {
  INTEGER: 'integer',
  INT64: 'integer',
  FLOAT: 'number',
  FLOAT64: 'number',
  NUMERIC: 'number',
  BIGNUMERIC: 'number',
  BOOLEAN: 'boolean',
  BOOL: 'boolean',
  DATE: 'date',
  DATETIME: 'datetime',
  TIMESTAMP: 'datetime',
  JSON: 'json',
  RECORD: 'json',
  STRUCT: 'json',
};

export function columnTypeOf({ type, mode }: Pick<Field, 'type' | 'mode'>): ColumnType {
  if (mode === 'REPEATED' || /^(?:ARRAY|STRUCT)</.test(type)) return 'json';
  return types[type.replace(/\(.*$/, '')] ?? 'text';
}

/** Reads a cell as the REST API sends it: texts in `v`, records in `f`. */
export function readCell(field: Field, { v }: Cell): JsonValue {
  if (v === null || v === undefined) return null;
  if (field.mode === 'REPEATED') return (v as Cell[]).map((item) => readCell({ ...field, mode: 'NULLABLE' }, item));
  if (field.fields) {
    const { f } = v as { f: Cell[] };
    return Object.fromEntries(field.fields.map((inner, index) => [inner.name, readCell(inner, f[index])]));
  }
  return readText(field.type, String(v));
}

function readText(type: string, text: string): JsonValue {
  switch (columnTypeOf({ type })) {
    case 'integer':
      return readInteger(text);
    case 'number':
      return readNumber(text);
    case 'boolean':
      return text === 'true';
    case 'json':
      return readJson(text);
    case 'datetime':
      return type === 'TIMESTAMP' ? readMicroseconds(text) : readMoment(text);
    default:
      return type === 'BYTES' ? readBytes(Buffer.from(text, 'base64')) : text;
  }
}

/** With `useInt64Timestamp`, a moment is microseconds since 1970. */
function readMicroseconds(text: string): string {
  if (!/^-?\d+$/.test(text)) return text;
  const micros = BigInt(text);
  const fraction = ((micros % 1_000_000n) + 1_000_000n) % 1_000_000n;
  const whole = new Date(Number((micros - fraction) / 1000n)).toISOString().slice(0, 19);
  const digits = String(fraction).padStart(6, '0').replace(/0+$/, '');
  return `${whole}${digits ? `.${digits}` : ''}Z`;
}
