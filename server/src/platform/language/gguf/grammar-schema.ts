/** The part of JSON Schema that the library makes grammars of; all properties of an object are written. */
export interface GrammarSchema {
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  oneOf?: GrammarSchema[];
  properties?: Record<string, GrammarSchema>;
  additionalProperties?: boolean | GrammarSchema;
  items?: GrammarSchema;
  minItems?: number;
  maxItems?: number;
  format?: string;
  description?: string;
}

type Schema = Record<string, unknown>;

const plain = ['string', 'number', 'integer', 'boolean', 'null'];
const anything: GrammarSchema = {
  oneOf: [
    { type: ['string', 'number', 'boolean', 'null'] },
    { type: 'array' },
    { type: 'object', additionalProperties: true },
  ],
};
const [deepest, mostItems] = [12, 100];
/** Definitions that refer to each other would become as many as their powers. */
const mostSchemas = 5000;
const formats: readonly unknown[] = ['date-time', 'date', 'time'];

/**
 * Returns a schema of the library for a JSON Schema. What is optional may be null, which `dropAbsent` takes out again;
 * what the library does not know, such as patterns and lengths, is left to whoever checks the value.
 */
export function grammarSchemaOf(schema: unknown): GrammarSchema {
  return write(schema, { root: schema, left: mostSchemas }, 0);
}

interface Whole {
  root: unknown;
  /** Schemas that may still be written. */
  left: number;
}

function write(schema: unknown, whole: Whole, depth: number): GrammarSchema {
  whole.left -= 1;
  if (!isObject(schema) || depth > deepest || whole.left < 0) return anything;
  const inner = (one: unknown) => write(one, whole, depth + 1);
  const described = typeof schema.description === 'string' ? { description: schema.description } : {};
  if (typeof schema.$ref === 'string') return { ...inner(target(whole.root, schema.$ref)), ...described };
  if ('const' in schema) return { const: schema.const, ...described };
  if (Array.isArray(schema.enum)) return schema.enum.some(isNested) ? anything : { enum: schema.enum, ...described };
  const choices = schema.anyOf ?? schema.oneOf;
  if (Array.isArray(choices)) return { oneOf: choices.map(inner), ...described };
  if (Array.isArray(schema.allOf)) return schema.allOf.length === 1 ? inner(schema.allOf[0]) : anything;
  const types = typesOf(schema);
  if (types.length === 0) return { ...anything, ...described };
  if (types.every((type) => plain.includes(type)))
    return { type: types.length === 1 ? types[0] : types, ...formatOf(schema), ...described };
  if (types.length > 1) return { oneOf: types.map((type) => inner({ ...schema, type })), ...described };
  return { ...(types[0] === 'array' ? arrayOf(schema, inner) : objectOf(schema, inner)), ...described };
}

function arrayOf({ items, minItems, maxItems }: Schema, inner: (one: unknown) => GrammarSchema): GrammarSchema {
  return { type: 'array', ...(isObject(items) ? { items: inner(items) } : {}), ...within({ minItems, maxItems }) };
}

function within(given: Record<'minItems' | 'maxItems', unknown>): object {
  return Object.fromEntries(
    Object.entries(given).filter(([, value]) => typeof value === 'number' && value <= mostItems),
  );
}

function objectOf(schema: Schema, inner: (one: unknown) => GrammarSchema): GrammarSchema {
  const { additionalProperties } = schema;
  const properties = Object.entries(isObject(schema.properties) ? schema.properties : {});
  if (properties.length === 0)
    return {
      type: 'object',
      additionalProperties: isObject(additionalProperties)
        ? inner(additionalProperties)
        : additionalProperties !== false,
    };
  const written = properties.map(([name, value]) => {
    const one = inner(value);
    return [name, isRequired(schema, name) ? one : { oneOf: [one, { type: 'null' }] }] as const;
  });
  return { type: 'object', properties: Object.fromEntries(written) };
}

/** Takes out the nulls that stand for optional properties which were not given. */
export function dropAbsent(value: unknown, schema: unknown, root: unknown = schema): unknown {
  if (!isObject(schema)) return value;
  if (typeof schema.$ref === 'string') {
    const meant = target(root, schema.$ref);
    return isObject(meant) && meant.$ref === undefined ? dropAbsent(value, meant, root) : value;
  }
  if (Array.isArray(value)) return value.map((one) => dropAbsent(one, schema.items, root));
  if (!isObject(value) || !isObject(schema.properties)) return value;
  const { properties } = schema;
  const given = Object.entries(value).filter(([name, one]) => one !== null || isRequired(schema, name));
  return Object.fromEntries(given.map(([name, one]) => [name, dropAbsent(one, properties[name], root)]));
}

function typesOf({ type, properties, items }: Schema): string[] {
  const given = [type].flat().filter((one) => typeof one === 'string');
  if (given.length > 0) return given;
  return isObject(properties) ? ['object'] : isObject(items) ? ['array'] : [];
}

function formatOf({ type, format }: Schema): { format?: string } {
  return type === 'string' && formats.includes(format) ? { format: String(format) } : {};
}

function isRequired({ required }: Schema, name: string): boolean {
  return Array.isArray(required) && required.includes(name);
}

function target(root: unknown, reference: string): unknown {
  const path = reference.startsWith('#/') ? reference.slice(2).split('/') : undefined;
  return path?.reduce<unknown>((place, name) => (isObject(place) ? place[name] : undefined), root);
}

function isNested(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}

function isObject(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
