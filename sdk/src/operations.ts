import { SibylError, unexpected } from './error.ts';
import { follow, readEvents, type ServerSentEvent, streamError } from './event-stream.ts';
import { cursorOf, List } from './list.ts';
import { type ClientOptions, type LooseInput, Transport } from './transport.ts';
import type { InputArguments, ItemOf, ListId, OperationId, Result } from './types.ts';

/** Every operation of a service by its name; the client and its handles call these. */
export class Operations {
  readonly #transport: Transport;

  constructor(options: ClientOptions = {}) {
    this.#transport = new Transport(options);
  }

  /**
   * Calls any operation of `openapi.json` by its name.
   * @throws SibylError
   */
  async call<Id extends OperationId>(id: Id, ...[input]: InputArguments<Id>): Promise<Result<Id>> {
    // The type of the response comes from the OpenAPI document.
    return (await bodyOf(await this.#transport.send(id, input))) as Result<Id>;
  }

  /**
   * Calls an operation and returns the whole response, with headers and the body as a stream.
   * @throws SibylError for a failure
   */
  response<Id extends OperationId>(id: Id, ...[input]: InputArguments<Id>): Promise<Response> {
    return this.#transport.send(id, input);
  }

  /** Calls an operation that responds in pages. */
  list<Id extends ListId>(id: Id, ...[input]: InputArguments<Id>): List<ItemOf<Id>> {
    const given: LooseInput = input ?? {};
    return new List(async (cursor, limit) => {
      const response = await this.#transport.send(id, { ...given, query: { limit, ...given.query, ...pick(cursor) } });
      return { items: (await bodyOf(response)) as ItemOf<Id>[], cursor: cursorOf(response) };
    });
  }

  /** Yields the server-sent events of one response. */
  async *stream<Id extends OperationId>(id: Id, ...[input]: InputArguments<Id>): AsyncGenerator<ServerSentEvent, void> {
    try {
      yield* readEvents(await this.#transport.send(id, accepting('text/event-stream', input)));
    } catch (error) {
      throw streamError(error, input?.signal);
    }
  }

  /** Yields server-sent events; after a lost connection it continues behind the last received event. */
  follow<Id extends OperationId>(
    id: Id,
    input: InputArguments<Id>[0] & LooseInput,
    isLast?: (event: ServerSentEvent) => boolean,
  ): AsyncGenerator<ServerSentEvent, void> {
    const given = accepting('text/event-stream', input);
    return follow({
      signal: given.signal,
      ...(isLast ? { isLast } : {}),
      open: (lastId) => {
        const position: Record<string, string> = lastId ? { 'last-event-id': lastId } : {};
        return this.#transport.send(id, { ...given, headers: { ...given.headers, ...position } });
      },
    });
  }

  /** Returns the options of a call for TanStack Query: `useQuery(sibyl.query('listModels', { path }))`. */
  query<Id extends OperationId>(id: Id, ...[input]: InputArguments<Id>) {
    const { path = {}, query = {} }: LooseInput = input ?? {};
    return {
      queryKey: [id, path, query] as const,
      queryFn: async ({ signal }: { signal?: AbortSignal } = {}): Promise<Result<Id>> =>
        (await bodyOf(await this.#transport.send(id, { ...input, ...(signal ? { signal } : {}) }))) as Result<Id>,
    };
  }
}

function pick(cursor: string | undefined): { cursor?: string } {
  return cursor === undefined ? {} : { cursor };
}

function accepting(type: string, input: LooseInput | undefined): LooseInput {
  return { ...input, headers: { accept: type, ...input?.headers } };
}

/**
 * Returns JSON as a value, text as a string, no content as undefined; other types stay a response to read as a stream.
 */
async function bodyOf(response: Response): Promise<unknown> {
  const type = response.headers.get('content-type') ?? '';
  if (response.status === 204 || response.status === 304 || (response.status === 202 && !type)) return undefined;
  if (/^application\/octet-stream|^text\/event-stream|ndjson/.test(type)) return response;
  const text = await response.text();
  if (/^text\/(?!html)|yaml/.test(type)) return text;
  try {
    return JSON.parse(text);
  } catch {
    throw new SibylError(unexpected(response, text));
  }
}
