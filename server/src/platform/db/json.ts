declare const jsonText: unique symbol;

/** A column that holds JSON as text, alike on SQLite and PostgreSQL. Written by `encodeJson`, read by `decodeJson`. */
export type Json = string & { readonly [jsonText]: true };

/** @throws TypeError for what JSON cannot say (undefined, functions, bigint, cycles) */
export function encodeJson(value: unknown): Json {
  const text = JSON.stringify(value);
  if (text === undefined) throw new TypeError('only values that JSON can say can be stored');
  return text as Json;
}

/** `Value` is what the same store encoded: nothing is checked here. */
export function decodeJson<Value>(text: Json): Value {
  return JSON.parse(text) as Value;
}
