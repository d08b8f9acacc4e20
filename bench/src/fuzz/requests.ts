import type { Chance } from './chance.ts';
import type { Operation, Parameter } from './operations.ts';
import type { Place, Records } from './records.ts';
import { type Template, templates, type World } from './templates.ts';
import type { Values } from './values.ts';

export interface FuzzRequest {
  operation: Operation;
  path: string;
  /** Path parameters. */
  place: Place;
  headers: Record<string, string>;
  body: string | Uint8Array<ArrayBuffer> | undefined;
}

/** Bodies that are not JSON, or that a parser should refuse. */
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

/** Generates valid, nearly valid and broken requests. */
export class Requests {
  readonly #chance: Chance;
  readonly #values: Values;
  readonly #records: Records;
  readonly #world: World;

  constructor(values: Values, records: Records, world: World) {
    this.#chance = world.chance;
    this.#values = values;
    this.#records = records;
    this.#world = world;
  }

  make(operation: Operation): FuzzRequest {
    const wrong = this.#chance.pick([0, 0, 0.05, 0.3]);
    const place = this.#records.pick(operation, this.#chance);
    const path = operation.path.replace(/\{(\w+)\}/g, (_all, name) => this.#fill(place[name] ?? 'none', wrong));
    const known = this.#chance.happens(0.6) ? templates[operation.operationId]?.(this.#world) : undefined;
    const right = wrong === 0 ? 0 : 1;
    const headers: Record<string, string> = {};
    if (this.#chance.happens(0.05 * right))
      headers.accept = this.#chance.pick(['text/html', '*/*', 'application/x-ndjson', ';;']);
    if (this.#chance.happens(0.1 * right)) headers['if-match'] = this.#chance.pick(['*', '"x"', 'W/"y"', '']);
    if (this.#chance.happens(0.1)) headers['idempotency-key'] = this.#chance.pick(['one', 'two', 'x'.repeat(300)]);
    if (known) return { operation, place, ...this.#fromTemplate(known, path, headers, wrong) };
    const query = this.#query(operation.parameters, wrong);
    return { operation, place, path: path + query, ...this.#withBody(operation, headers, wrong) };
  }

  #fill(value: string, wrong: number): string {
    const text = this.#chance.happens(wrong) ? String(this.#values.trap()).slice(0, 150).toWellFormed() : value;
    return encodeURIComponent(text) || '-';
  }

  /** Returns a valid request, or one with a fault in it. */
  #fromTemplate(
    { query = {}, body, headers: own }: Template,
    path: string,
    others: FuzzRequest['headers'],
    wrong: number,
  ) {
    const search = new URLSearchParams(
      Object.entries(query).map(([name, value]): [string, string] => [
        name,
        textOf(this.#values.addTraps(value, wrong)),
      ]),
    );
    const address = search.size > 0 ? `${path}?${search}` : path;
    const headers = { ...others, ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...own };
    const isRaw = body === undefined || typeof body === 'string' || body instanceof Uint8Array;
    if (isRaw) return { path: address, headers, body: body as FuzzRequest['body'] };
    return { path: address, headers, body: JSON.stringify(this.#values.addTraps(body, wrong)) ?? '' };
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
