declare const jsonText: unique symbol;

/** A JSON text column, alike on SQLite and PostgreSQL. Write it with `encodeJson`, read it with `decodeJson`. */
export type Json = string & { readonly [jsonText]: true };

/** @throws TypeError for values that JSON cannot express (undefined, functions, bigint, cycles) */
export function encodeJson(value: unknown): Json {
  const text = JSON.stringify(value);
  if (text === undefined) throw new TypeError('only values that JSON can say can be stored');
  return text as Json;
}

/** The type is not checked: `Value` must be what the same store encoded. */
export function decodeJson<Value>(text: Json): Value {
  return JSON.parse(text) as Value;
}
