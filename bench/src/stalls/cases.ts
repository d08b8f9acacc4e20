import { Chance } from '../fuzz/chance.ts';
import type { ApiDocument, Operation, Schema } from '../fuzz/operations.ts';
import type { Seeded } from '../fuzz/seed.ts';
import { type Template, templates } from '../fuzz/templates.ts';
import { Values } from '../fuzz/values.ts';
import { partsFor } from './parts.ts';
import { grammarsOf, grammarsOfType, piecesOf, repeat } from './pieces.ts';
import { findPlaces } from './places.ts';
import { mostAddressCharacters, mostJsonBytes, mostRawBytes, type StallCase } from './stall-case.ts';

const marker = '@@part@@';

/** The same record each time, so that what was made is found again. */
class First extends Chance {
  override pick<Item>(items: readonly Item[]): Item {
    return items[0];
  }
}
const first = new First(1);

/** Lists everything of every operation whose size a caller chooses, crossed with what it may be filled with. */
export class Cases {
  readonly #document: ApiDocument;
  readonly #seeded: Seeded;
  readonly #values: Values;

  constructor(document: ApiDocument, seeded: Seeded) {
    this.#document = document;
    this.#seeded = seeded;
    this.#values = new Values(document, seeded.world.chance, seeded.names);
  }

  of(operation: Operation): StallCase[] {
    return [...this.#inBody(operation), ...this.#inRawBody(operation), ...this.#inQuery(operation)];
  }

  /** Returns a valid request, and the path parameters that it names. */
  valid(operation: Operation): Template & { address: string; path: Record<string, string> } {
    // As if it were read: a run may change the seeded records here.
    const path = { ...this.#seeded.records.pick({ ...operation, method: 'GET' }, first) };
    const address = operation.path.replace(/\{(\w+)\}/g, (_all, name) => encodeURIComponent(path[name] ?? 'none'));
    return { ...templates[operation.operationId]?.(this.#seeded.world), address, path };
  }

  /** Returns a valid body for an operation that uses another's record. */
  bodyOf(operationId: string): unknown {
    return templates[operationId]?.(this.#seeded.world).body ?? {};
  }

  /** Returns the address with its query. */
  addressOf({ address, query = {} }: Template & { address: string }): string {
    const search = new URLSearchParams(query);
    return search.size > 0 ? `${address}?${search}` : address;
  }

  #resolve = (schema: Schema): Schema => {
    const name = schema.$ref?.split('/').at(-1);
    return name === undefined ? schema : this.#resolve(this.#document.components.schemas[name] ?? {});
  };

  #make = (schema: Schema): unknown => this.#values.make(schema, 0);

  #inBody(operation: Operation): StallCase[] {
    const schema = operation.bodies['application/json']?.schema;
    if (schema === undefined) return [];
    const { body } = this.valid(operation);
    const isJson = body !== undefined && typeof body !== 'string' && !(body instanceof Uint8Array);
    const places = findPlaces({ resolve: this.#resolve, make: this.#make }, schema, isJson ? body : this.#make(schema));
    return places.flatMap((place) =>
      partsFor(place).map(({ piece, most, write }) => {
        const [head, tail] = JSON.stringify(place.put(marker)).split(JSON.stringify(marker));
        return this.#case(
          operation,
          place.field || 'body',
          piece,
          most,
          'application/json',
          (size) => head + write(size) + (tail ?? ''),
        );
      }),
    );
  }

  #inRawBody(operation: Operation): StallCase[] {
    return Object.keys(operation.bodies).flatMap((type) =>
      grammarsOfType(type).flatMap((grammar) =>
        piecesOf(grammar).map((piece) => {
          const bytes = Buffer.byteLength(piece);
          const most = Math.floor(((/json$/.test(type) ? mostJsonBytes : mostRawBytes) / bytes) * piece.length);
          const media = type.startsWith('multipart') ? `${type}; boundary=x` : type;
          return this.#case(operation, type, piece, most, media, (size) => `${startOf(grammar)}${repeat(piece, size)}`);
        }),
      ),
    );
  }

  #inQuery(operation: Operation): StallCase[] {
    return operation.parameters
      .filter((parameter) => parameter.in === 'query')
      .flatMap(({ name, schema }) => {
        const { type, enum: choices, maxLength = mostAddressCharacters } = this.#resolve(schema);
        if (choices || (type !== undefined && type !== 'string')) return [];
        return grammarsOf(name)
          .flatMap((grammar) => piecesOf(grammar))
          .map((piece): StallCase => {
            const length = encodeURIComponent(piece.toWellFormed()).length / piece.length;
            const most = Math.min(maxLength, Math.floor(mostAddressCharacters / length));
            const { path } = this.valid(operation);
            const build = (size: number) => {
              const valid = this.valid(operation);
              const query = { ...valid.query, [name]: repeat(piece, size) };
              return { path: this.addressOf({ ...valid, query }), ...textOf(valid) };
            };
            return { operation, field: `?${name}`, piece, most, path, build };
          });
      });
  }

  #case(
    operation: Operation,
    field: string,
    piece: string,
    most: number,
    type: string,
    write: (size: number) => string,
  ): StallCase {
    const { path } = this.valid(operation);
    const build = (size: number) => {
      const valid = this.valid(operation);
      return { path: this.addressOf(valid), headers: { ...valid.headers, 'content-type': type }, body: write(size) };
    };
    return { operation, field, piece, most, path, build };
  }
}

/** A form must begin with its boundary for its parts to be read. */
function startOf(grammar: string): string {
  return grammar === 'multipart'
    ? '--x\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\na,b\r\n1,2'
    : '';
}

function textOf({ body, headers = {} }: Template) {
  if (body === undefined) return { headers, body: undefined };
  const isText = typeof body === 'string';
  return { headers: { 'content-type': 'application/json', ...headers }, body: isText ? body : JSON.stringify(body) };
}
