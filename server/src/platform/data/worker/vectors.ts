import type { DuckDBVector } from '@duckdb/node-api';

export type Numbers = Float64Array | Uint8Array | Int32Array;

/** Returns the raw memory of a vector. It is private in the client, but reading single values is three times slower. */
export function itemsOf(vector: DuckDBVector): Numbers {
  if ('items' in vector) {
    const { items } = vector;
    if (items instanceof Float64Array || items instanceof Int32Array || items instanceof Uint8Array) return items;
  }
  throw new TypeError('The column has no raw numbers.');
}

/** Returns the doubles of a vector of a column that SQL made DOUBLE. */
export function doublesOf(vector: DuckDBVector): Float64Array {
  const items = itemsOf(vector);
  if (items instanceof Float64Array) return items;
  throw new TypeError('The column has no raw doubles.');
}

/** Returns a text of a vector, or null. */
export function textAt(vector: DuckDBVector, index: number): string | null {
  const item = vector.getItem(index);
  return typeof item === 'string' ? item : null;
}
