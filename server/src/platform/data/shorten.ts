import type { JsonValue } from './types.ts';

/** Returns the beginning of a value that is longer than it may be. */
export function shorten(value: JsonValue, most: number): JsonValue {
  if (value === null || typeof value === 'number' || typeof value === 'boolean') return value;
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > most ? `${text.slice(0, most)}…` : value;
}
