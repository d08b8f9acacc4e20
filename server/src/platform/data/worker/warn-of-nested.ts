import type { ColumnProfile, JsonValue, TableWarning } from '../types.ts';
import { quoteName } from './duckdb.ts';

const mostKeys = 4;

/** Returns warnings about columns of objects: a model takes each for one text, and a query takes their fields out. */
export function warnOfNested(columns: readonly ColumnProfile[]): TableWarning[] {
  return columns.flatMap(({ name, type, examples }) => {
    const objects = examples.filter(isObject);
    if (type !== 'json' || objects.length === 0 || objects.length < examples.length) return [];
    const fields = new Map(objects.flatMap((one) => Object.entries(one)).filter(([key]) => /^[a-z_]\w*$/i.test(key)));
    if (fields.size === 0) return [];
    const keys = [...fields].slice(0, mostKeys);
    const taken = keys
      .filter(([, value]) => !isObject(value) && !Array.isArray(value))
      .map(([key, value]) => takeField(name, key, value));
    const more = fields.size > keys.length ? ', …' : '';
    const how = taken.length === 0 ? '' : `, such as SELECT *, ${taken.join(', ')}`;
    const detail = `Column "${name}" holds objects (${keys.map(([key]) => key).join(', ')}${more}): a model takes each for one text; train it on a query that takes their fields out${how}.`;
    return [{ code: 'nested_column', column: name, detail }];
  });
}

function isObject(value: JsonValue): value is { [key: string]: JsonValue } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function takeField(column: string, key: string, value: JsonValue): string {
  const text = `${quoteName(column)}->>'${key}'`;
  const type = typeof value === 'number' ? 'DOUBLE' : typeof value === 'boolean' ? 'BOOLEAN' : undefined;
  return `${type === undefined ? text : `CAST(${text} AS ${type})`} AS ${quoteName(key)}`;
}
