import {
  DuckDBArrayValue,
  DuckDBBlobValue,
  type DuckDBDataChunk,
  DuckDBDecimalValue,
  DuckDBListValue,
  DuckDBMapValue,
  DuckDBStructValue,
  DuckDBStructVector,
  DuckDBTimestampMillisecondsValue,
  DuckDBTimestampNanosecondsValue,
  DuckDBTimestampSecondsValue,
  DuckDBTimestampTZValue,
  DuckDBTimestampValue,
  type DuckDBType,
  DuckDBUnionValue,
  type DuckDBValue,
} from '@duckdb/node-api';
import { parseExactly } from '../parse-exactly.ts';
import type { JsonValue } from '../types.ts';

keepFieldsNamedProto();

/** Converts the rows of a chunk to arrays of JSON values. */
export function chunkToJson(chunk: DuckDBDataChunk, types: readonly DuckDBType[]): JsonValue[][] {
  const columns = types.map((type, index) => {
    const convert = type.alias === 'JSON' ? parseJson : toJson;
    return chunk.getColumnValues(index).map(convert);
  });
  return Array.from({ length: chunk.rowCount }, (_, row) => columns.map((column) => column[row]));
}

function parseJson(value: DuckDBValue): JsonValue {
  return typeof value === 'string' ? parseExactly<JsonValue>(value) : toJson(value);
}

/**
 * Converts one value to JSON without loss: integers beyond 2^53, decimals beyond 15 digits, NaN and infinities become
 * strings; moments RFC 3339 in UTC; BLOBs base64; a MAP a list of `{key, value}`.
 */
function toJson(value: DuckDBValue): JsonValue {
  if (value === null || value === undefined) return null;
  if (typeof value === 'boolean' || typeof value === 'string') return value;
  if (typeof value === 'number') return Number.isFinite(value) ? value : String(value);
  if (typeof value === 'bigint') return safeNumber(value) ?? String(value);
  if (value instanceof DuckDBDecimalValue) return abs(value.value) < 10n ** 15n ? value.toDouble() : value.toString();
  if (value instanceof DuckDBBlobValue) return Buffer.from(value.bytes).toString('base64');
  if (value instanceof DuckDBListValue || value instanceof DuckDBArrayValue) return value.items.map(toJson);
  if (value instanceof DuckDBStructValue) {
    return Object.fromEntries(Object.entries(value.entries).map(([key, entry]) => [key, toJson(entry)]));
  }
  if (value instanceof DuckDBMapValue) {
    return value.entries.map((entry) => ({ key: toJson(entry.key), value: toJson(entry.value) }));
  }
  if (value instanceof DuckDBUnionValue) return toJson(value.value);
  return momentOf(value) ?? String(value);
}

/** The client assigns the fields of a struct to an object, which loses one named `__proto__`. */
function keepFieldsNamedProto(): void {
  const { prototype } = DuckDBStructVector;
  const { getItem } = prototype;
  prototype.getItem = function (this: DuckDBStructVector, row: number) {
    const struct = getItem.call(this, row);
    const at = this.type.entryNames.indexOf('__proto__');
    if (struct === null || at < 0) return struct;
    const own = { value: this.getItemValue(row, at), enumerable: true, configurable: true, writable: true };
    Object.setPrototypeOf(struct.entries, Object.prototype);
    Object.defineProperty(struct.entries, '__proto__', own);
    return struct;
  };
}

function safeNumber(value: bigint): number | undefined {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : undefined;
}

function abs(value: bigint): bigint {
  return value < 0n ? -value : value;
}

function momentOf(value: DuckDBValue): string | undefined {
  if (value instanceof DuckDBTimestampValue || value instanceof DuckDBTimestampTZValue) return rfc3339(value.micros);
  if (value instanceof DuckDBTimestampSecondsValue) return rfc3339(value.seconds * 1_000_000n);
  if (value instanceof DuckDBTimestampMillisecondsValue) return rfc3339(value.millis * 1000n);
  if (value instanceof DuckDBTimestampNanosecondsValue) return rfc3339(value.nanos / 1000n);
  return undefined;
}

/** Writes only the needed fraction digits; undefined for `infinity` and years that RFC 3339 cannot express. */
function rfc3339(micros: bigint): string | undefined {
  const fraction = ((micros % 1_000_000n) + 1_000_000n) % 1_000_000n;
  const date = new Date(Number((micros - fraction) / 1000n));
  const year = date.getUTCFullYear();
  if (Number.isNaN(year) || year < 0 || year > 9999) return undefined;
  const digits = fraction === 0n ? '' : `.${String(fraction).padStart(6, '0').replace(/0+$/, '')}`;
  return date.toISOString().replace('.000Z', `${digits}Z`);
}
