import type { DuckDBVector } from '@duckdb/node-api';

export type Numbers = Float64Array | Uint8Array | Int32Array;

/** The raw memory of a vector; the client keeps it private, but one value at a time is three times slower. */
export function itemsOf(vector: DuckDBVector): Numbers {
  if ('items' in vector) {
    const { items } = vector;
    if (items instanceof Float64Array || items instanceof Int32Array || items instanceof Uint8Array) return items;
  }
  throw new TypeError('The column has no raw numbers.');
}

/** The doubles of a vector; for columns that are made doubles in SQL. */
export function doublesOf(vector: DuckDBVector): Float64Array {
  const items = itemsOf(vector);
  if (items instanceof Float64Array) return items;
  throw new TypeError('The column has no raw doubles.');
}

/** A text of a vector, null for none. */
export function textAt(vector: DuckDBVector, index: number): string | null {
  const item = vector.getItem(index);
  return typeof item === 'string' ? item : null;
}
