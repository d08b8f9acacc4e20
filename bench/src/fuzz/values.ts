import type { Chance } from './chance.ts';
import type { ApiDocument, Schema } from './operations.ts';

/** Values that often break programs. */
const traps: unknown[] = [
  null,
  '',
  ' ',
  'a'.repeat(3000),
  '../../etc/passwd',
  "'; drop table projects; --",
  '\u0000',
  '\ud800',
  '🏠'.repeat(50),
  '%00%2e%2e%2f',
  '__proto__',
  'constructor',
  -1,
  0,
  1.5,
  1e308,
  Number.MAX_SAFE_INTEGER,
  true,
  [],
  {},
  [[[[[[[[[[]]]]]]]]]],
  JSON.parse('{"__proto__": {"polluted": true}}'),
  JSON.parse('{"constructor": {"prototype": {"polluted": true}}}'),
  'http://169.254.169.254/latest/meta-data',
  'file:///etc/passwd',
  '$' + '{7*7}',
  '2026-02-30T25:61:61Z',
];

const mostDepth = 6;

/** Generates values from schemas, valid or with faults. */
export class Values {
  readonly #document: ApiDocument;
  readonly #chance: Chance;
  readonly #names: readonly string[];

  /** @param names existing names, put where a schema accepts any text */
  constructor(document: ApiDocument, chance: Chance, names: readonly string[]) {
    this.#document = document;
    this.#chance = chance;
    this.#names = names;
  }

  trap(): unknown {
    return this.#chance.pick(traps);
  }

  /** Generates a valid value; `wrong` is the share of places replaced by a trap. */
  make(schema: Schema, wrong: number, depth = 0): unknown {
    if (this.#chance.happens(wrong)) return this.trap();
    if (depth > mostDepth) return null;
    const one = this.#resolve(schema);
    const given = one.examples ?? [];
    if (given.length > 0 && this.#chance.happens(0.5)) return this.#mangle(this.#chance.pick(given), wrong);
    const options = one.anyOf ?? one.oneOf;
    if (options) return this.make(this.#chance.pick(options), wrong, depth + 1);
    if (one.allOf) return Object.assign({}, ...one.allOf.map((part) => this.make(part, wrong, depth + 1)));
    if (one.const !== undefined) return one.const;
    if (one.enum) return this.#chance.pick(one.enum);
    return this.#makeOfType(one, wrong, depth);
  }

  /** Replaces the given share of a value's parts by traps. */
  addTraps(value: unknown, wrong: number): unknown {
    if (this.#chance.happens(wrong)) return this.trap();
    if (Array.isArray(value)) return value.map((item) => this.addTraps(item, wrong));
    if (value === null || typeof value !== 'object') return value;
    const entries = Object.entries(value).map(([name, item]) => [name, this.addTraps(item, wrong)] as const);
    if (this.#chance.happens(wrong / 2)) entries.push([String(this.trap()).slice(0, 40), this.trap()]);
    return Object.fromEntries(entries);
  }

  #makeOfType(schema: Schema, wrong: number, depth: number): unknown {
    const type = Array.isArray(schema.type) ? this.#chance.pick(schema.type) : schema.type;
    if (type === 'object' || schema.properties) return this.#makeObject(schema, wrong, depth);
    if (type === 'array') return this.#makeArray(schema, wrong, depth);
    if (type === 'integer' || type === 'number') return this.#makeNumber(schema, type === 'integer');
    if (type === 'boolean') return this.#chance.happens(0.5);
    if (type === 'null') return null;
    return this.#makeText(schema);
  }

  #makeObject({ properties = {}, required = [], additionalProperties }: Schema, wrong: number, depth: number) {
    const entries = Object.entries(properties)
      .filter(([name]) => (required.includes(name) ? !this.#chance.happens(wrong / 2) : this.#chance.happens(0.3)))
      .map(([name, schema]) => [name, this.make(schema, wrong, depth + 1)] as const);
    if (typeof additionalProperties === 'object')
      entries.push(['any', this.make(additionalProperties, wrong, depth + 1)]);
    if (this.#chance.happens(wrong)) entries.push([String(this.trap()).slice(0, 40), this.trap()]);
    return Object.fromEntries(entries);
  }

  #makeArray({ items = {}, minItems = 0 }: Schema, wrong: number, depth: number): unknown[] {
    const length = minItems + Math.floor(this.#chance.next() * 3);
    return Array.from({ length }, () => this.make(items, wrong, depth + 1));
  }

  #makeNumber({ minimum = 0, maximum = 100 }: Schema, isWhole: boolean): number {
    const value = minimum + this.#chance.next() * (Math.min(maximum, minimum + 1000) - minimum);
    return isWhole ? Math.round(value) : value;
  }

  #makeText({ minLength = 0, maxLength = 20 }: Schema): string {
    const text = this.#chance.pick([...this.#names, `made_${Math.floor(this.#chance.next() * 1e6)}`, 'select 1']);
    return text.padEnd(minLength, 'x').slice(0, Math.max(maxLength, minLength));
  }

  /** Sometimes replaces one field of an example. */
  #mangle(example: unknown, wrong: number): unknown {
    if (example === null || typeof example !== 'object' || !this.#chance.happens(wrong)) return example;
    const copy = structuredClone(example) as Record<string, unknown>;
    const keys = Object.keys(copy);
    if (keys.length > 0) copy[this.#chance.pick(keys)] = this.trap();
    return copy;
  }

  #resolve(schema: Schema): Schema {
    const name = schema.$ref?.split('/').at(-1);
    return name === undefined ? schema : this.#resolve(this.#document.components.schemas[name] ?? {});
  }
}
