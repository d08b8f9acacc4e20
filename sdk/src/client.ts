import { SibylError, unexpected } from './error.ts';
import { follow, readEvents, type ServerSentEvent, streamError } from './event-stream.ts';
import { Keys } from './handles/keys.ts';
import { ProjectHandle, Projects } from './handles/projects.ts';
import { Sessions } from './handles/session.ts';
import { cursorOf, List } from './list.ts';
import { type ClientOptions, type LooseInput, Transport } from './transport.ts';
import type { CallOptions, Event, InputArguments, ItemOf, ListId, OperationId, Query, Result } from './types.ts';

/** One service. Nothing is sent before a method is called. */
export class Sibyl {
  readonly #transport: Transport;
  readonly projects = new Projects(this);
  readonly keys = new Keys(this);
  /** For pages in a browser: a key is exchanged for a cookie that no script can read. */
  readonly session = new Sessions(this);

  constructor(options: ClientOptions = {}) {
    this.#transport = new Transport(options);
  }

  /** The project of this name or ID. Sends nothing. */
  project(name: string): ProjectHandle {
    return new ProjectHandle(this, name);
  }

  /** Any operation of `openapi.json`, by its name. @throws SibylError */
  async call<Id extends OperationId>(id: Id, ...[input]: InputArguments<Id>): Promise<Result<Id>> {
    // What the service answers is taken at the word of its own document.
    return (await bodyOf(await this.#transport.send(id, input))) as Result<Id>;
  }

  /** The same, with the whole answer: its headers, and its body as a stream. @throws SibylError unless it is a success */
  response<Id extends OperationId>(id: Id, ...[input]: InputArguments<Id>): Promise<Response> {
    return this.#transport.send(id, input);
  }

  /** The same for an operation that answers in pages. */
  list<Id extends ListId>(id: Id, ...[input]: InputArguments<Id>): List<ItemOf<Id>> {
    const given: LooseInput = input ?? {};
    return new List(async (cursor, limit) => {
      const response = await this.#transport.send(id, { ...given, query: { limit, ...given.query, ...pick(cursor) } });
      return { items: (await bodyOf(response)) as ItemOf<Id>[], cursor: cursorOf(response) };
    });
  }

  /** The server-sent events of one answer. */
  async *stream<Id extends OperationId>(id: Id, ...[input]: InputArguments<Id>): AsyncGenerator<ServerSentEvent, void> {
    try {
      yield* readEvents(await this.#transport.send(id, accepting('text/event-stream', input)));
    } catch (error) {
      throw streamError(error, input?.signal);
    }
  }

  /** The server-sent events of an answer that is asked for again when it breaks off, behind the last event that came. */
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

  /** The same as `call`, in the form that TanStack Query takes: `useQuery(sibyl.query('listModels', { path }))`. */
  query<Id extends OperationId>(id: Id, ...[input]: InputArguments<Id>) {
    const { path = {}, query = {} }: LooseInput = input ?? {};
    return {
      queryKey: [id, path, query] as const,
      queryFn: async ({ signal }: { signal?: AbortSignal } = {}): Promise<Result<Id>> =>
        (await bodyOf(await this.#transport.send(id, { ...input, ...(signal ? { signal } : {}) }))) as Result<Id>,
    };
  }

  /** What happened in all projects, for admins. */
  events(query?: Query<'listServiceEvents'>, options?: CallOptions): List<Event> {
    return this.list('listServiceEvents', { query: query ?? {}, ...options });
  }

  /** Who did what, for admins. */
  audit(query?: Query<'listAudit'>, options?: CallOptions) {
    return this.list('listAudit', { query: query ?? {}, ...options });
  }

  /** Whether the service takes requests. @throws SibylError when it does not */
  health(options: CallOptions = {}) {
    return this.call('getReadiness', options);
  }
}

export function createClient(options: ClientOptions = {}): Sibyl {
  return new Sibyl(options);
}

function pick(cursor: string | undefined): { cursor?: string } {
  return cursor === undefined ? {} : { cursor };
}

function accepting(type: string, input: LooseInput | undefined): LooseInput {
  return { ...input, headers: { accept: type, ...input?.headers } };
}

/** JSON as it is, text as a string, nothing as undefined; everything else stays an answer to be read as a stream. */
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
