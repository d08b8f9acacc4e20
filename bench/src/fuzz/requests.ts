import type { Chance } from './chance.ts';
import type { Operation, Parameter } from './operations.ts';
import type { Values } from './values.ts';

export interface FuzzRequest {
  operation: Operation;
  path: string;
  headers: Record<string, string>;
  body: string | undefined;
}

/** Bodies that are no JSON, or none that a parser should take. */
const brokenBodies = [
  '',
  '{',
  '{"a":1}}',
  '[1,2',
  'null',
  '"text"',
  '{"a":1,"a":2}',
  '{"n":1e999}',
  '\ufeff{}',
  `${'['.repeat(5000)}${']'.repeat(5000)}`,
];

/** Makes requests of operations: right ones, nearly right ones and broken ones. */
export class Requests {
  readonly #chance: Chance;
  readonly #values: Values;
  /** What path parameters are filled with, by their name. */
  readonly #known: Record<string, readonly string[]>;

  constructor(chance: Chance, values: Values, known: Record<string, readonly string[]>) {
    this.#chance = chance;
    this.#values = values;
    this.#known = known;
  }

  make(operation: Operation): FuzzRequest {
    const wrong = this.#chance.pick([0, 0, 0.05, 0.3]);
    const path = operation.path.replace(/\{(\w+)\}/g, (_all, name) => this.#fill(operation, name, wrong));
    const query = this.#query(operation.parameters, wrong);
    const headers: Record<string, string> = {};
    if (this.#chance.happens(0.05))
      headers.accept = this.#chance.pick(['text/html', '*/*', 'application/x-ndjson', ';;']);
    if (this.#chance.happens(0.1)) headers['if-match'] = this.#chance.pick(['*', '"x"', 'W/"y"', '']);
    if (this.#chance.happens(0.1)) headers['idempotency-key'] = this.#chance.pick(['one', 'two', 'x'.repeat(300)]);
    return { operation, path: path + query, ...this.#withBody(operation, headers, wrong) };
  }

  #fill(operation: Operation, name: string, wrong: number): string {
    if (this.#chance.happens(wrong))
      return encodeURIComponent(String(this.#values.trap()).slice(0, 150).toWellFormed()) || '-';
    // What the others work with stays as it is: only what the run has made itself goes or changes.
    const isEnding = operation.method === 'DELETE' || operation.method === 'PUT';
    if (isEnding && operation.path.endsWith(`{${name}}`)) return 'made';
    return this.#chance.pick(this.#known[name] ?? ['none']);
  }

  #query(parameters: readonly Parameter[], wrong: number): string {
    const search = new URLSearchParams();
    for (const { name, in: place, required, schema } of parameters)
      if (place === 'query' && (required || this.#chance.happens(0.3)))
        search.append(name, textOf(this.#values.make(schema, wrong)));
    if (this.#chance.happens(wrong / 3)) search.append('unknown', 'x');
    return search.size > 0 ? `?${search}` : '';
  }

  #withBody({ bodies }: Operation, headers: Record<string, string>, wrong: number) {
    const types = Object.keys(bodies);
    if (types.length === 0) return { headers, body: undefined };
    if (this.#chance.happens(wrong / 3)) {
      const type = this.#chance.pick(['application/json', 'text/plain', 'application/xml', 'multipart/form-data']);
      return { headers: { ...headers, 'content-type': type }, body: this.#chance.pick(brokenBodies) };
    }
    const type = this.#chance.pick(types);
    const body = /json$/.test(type)
      ? (JSON.stringify(this.#values.make(bodies[type].schema ?? {}, wrong)) ?? '')
      : this.#chance.pick(['rooms,price\n1,100\n2,200\n', 'a\tb\n1\n', '\u0000\u0001', '{"a":1}\n{"a":', 'PAR1xPAR1']);
    return { headers: { ...headers, 'content-type': type }, body };
  }
}

function textOf(value: unknown): string {
  return (typeof value === 'object' ? JSON.stringify(value) : String(value)).toWellFormed();
}
