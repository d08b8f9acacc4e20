import type { Schema } from '../fuzz/operations.ts';

/** A part of a JSON body whose size a caller chooses. */
export interface Place {
  /** Such as `messages.0.content`. */
  field: string;
  kind: 'text' | 'list' | 'anything';
  /** Most characters or items that the schema takes. */
  most: number;
  /** An item of the list. */
  sample: unknown;
  /** Returns the whole body with this part in it. */
  put: (part: unknown) => unknown;
}

interface Maker {
  resolve: (schema: Schema) => Schema;
  /** Returns a valid value. */
  make: (schema: Schema) => unknown;
}

type Sized = Schema & { maxLength?: number; maxItems?: number };
type Put = Place['put'];

const mostDepth = 7;
const unbounded = Number.POSITIVE_INFINITY;

/** Finds the places in a valid body; each way that a schema offers is gone once. */
export function findPlaces(maker: Maker, schema: Schema, body: unknown): Place[] {
  const found = new Map<string, Place>();
  const add = (field: string, kind: Place['kind'], most: number | undefined, sample: unknown, put: Put) =>
    found.set(`${field} ${kind}`, { field, kind, most: most ?? unbounded, sample, put });

  const walk = (given: Schema, value: unknown, names: readonly string[], put: Put): void => {
    if (names.length > mostDepth) return;
    const one = maker.resolve(given) as Sized;
    const field = names.join('.');
    const ways = one.anyOf ?? one.oneOf;
    if (ways) for (const way of ways) walk(way, fits(maker.resolve(way), value) ? value : maker.make(way), names, put);
    else if (one.allOf) for (const part of one.allOf) walk(part, value, names, put);
    else if (one.enum || one.const !== undefined) return;
    else if (one.properties) walkFields(one, asObject(value), names, put);
    else if (one.type === 'array') {
      const [item = maker.make(one.items ?? {})] = Array.isArray(value) ? value : [];
      add(field, 'list', one.maxItems, item, put);
      walk(one.items ?? {}, item, [...names, '0'], (part) => put([part]));
    } else if (one.type === 'string') add(field, 'text', one.maxLength, '', put);
    else if (one.type === 'object' || one.type === undefined) {
      add(field, 'anything', undefined, value, put);
      for (const [name, part] of Object.entries(asObject(value)))
        if (typeof part === 'string')
          add([...names, name].join('.'), 'text', undefined, '', (other) => put({ ...asObject(value), [name]: other }));
    }
  };

  const walkFields = (
    { properties = {} }: Schema,
    value: Record<string, unknown>,
    names: readonly string[],
    put: Put,
  ) => {
    for (const [name, part] of Object.entries(properties))
      walk(part, value[name] ?? maker.make(part), [...names, name], (other) => put({ ...value, [name]: other }));
  };

  walk(schema, body, [], (part) => part);
  return [...found.values()];
}

function asObject(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};
}

/** Whether a value was meant for this way of a schema: its constants are equal, its required fields there. */
function fits({ type, properties, required = [] }: Schema, value: unknown): boolean {
  if (properties === undefined) return type === (Array.isArray(value) ? 'array' : typeof value);
  const fields = asObject(value);
  if (Array.isArray(value) || !required.every((name) => name in fields)) return false;
  return Object.entries(properties).every(([name, part]) => part.const === undefined || part.const === fields[name]);
}
