import type { components, paths } from './generated/api.ts';

type Method = 'get' | 'post' | 'put' | 'delete';
type Operation<Path extends keyof paths, Verb extends Method> = NonNullable<paths[Path][Verb]>;
type PathsWith<Verb extends Method> = {
  [Path in keyof paths]: paths[Path][Verb] extends object ? Path : never;
}[keyof paths];
type Parameter<Op, Place extends string> = Op extends { parameters: { [Key in Place]?: infer Value } }
  ? NonNullable<Value>
  : never;
type Body<Op> = Op extends { requestBody?: { content: { 'application/json': infer Value } } } ? Value : unknown;
type Content<Responses, Status> = Status extends keyof Responses
  ? Responses[Status] extends { content: { 'application/json': infer Value } }
    ? Value
    : null
  : never;
type Success<Op> = Op extends { responses: infer Responses } ? Content<Responses, 200 | 201 | 202 | 204> : never;

export type Problem = components['schemas']['Problem'];
export type Model = components['schemas']['Model'];
export type PredictParams = NonNullable<components['schemas']['PredictRequest']['params']>;
export type Row = Record<string, unknown>;

export interface ClientOptions {
  /** Such as `http://127.0.0.1:4747`. */
  baseUrl: string;
  /** Sent as a bearer token; not needed in the open local mode. */
  apiKey?: string;
  fetch?: typeof globalThis.fetch;
}

export interface RequestOptions<Op> {
  path?: Parameter<Op, 'path'>;
  query?: Parameter<Op, 'query'>;
  body?: Body<Op> | FormData | Blob;
  headers?: Record<string, string>;
  signal?: AbortSignal;
}

/** The service answered with a problem document. */
export class SibylError extends Error {
  readonly problem: Problem;

  constructor(problem: Problem) {
    super(problem.detail);
    this.name = 'SibylError';
    this.problem = problem;
  }
}

/** A client of one service: every route by method and path, typed from the OpenAPI document, and the common ways by name. */
export class SibylClient {
  readonly #options: ClientOptions;

  constructor(options: ClientOptions) {
    this.#options = options;
  }

  /** @throws SibylError */
  async request<Verb extends Method, Path extends PathsWith<Verb>>(
    method: Verb,
    path: Path,
    options: RequestOptions<Operation<Path, Verb>> = {},
  ): Promise<Success<Operation<Path, Verb>>> {
    const { baseUrl, apiKey, fetch = globalThis.fetch } = this.#options;
    const raw = options.body === undefined || options.body instanceof FormData || options.body instanceof Blob;
    const response = await fetch(new URL(fillPath(path, options.path, options.query), baseUrl), {
      method: method.toUpperCase(),
      body: raw ? (options.body as FormData | Blob | undefined) : JSON.stringify(options.body),
      headers: {
        ...(raw ? {} : { 'content-type': 'application/json' }),
        ...(apiKey ? { authorization: `Bearer ${apiKey}` } : {}),
        ...options.headers,
      },
      signal: options.signal,
    });
    // What the service answers is taken at the word of its own document.
    const body: unknown = response.status === 204 ? null : await response.json();
    if (!response.ok) throw new SibylError(body as Problem);
    return body as Success<Operation<Path, Verb>>;
  }

  /** One answer per row, in order. */
  predict(projectName: string, modelName: string, rows: Row[], params: PredictParams = {}): Promise<Row[]> {
    const path = { projectName, modelName };
    const body = { data: rows, params };
    return this.request('post', '/api/projects/{projectName}/models/{modelName}/predict', { path, body });
  }

  /** Polls until the training has ended, whichever way. */
  async waitForModel(projectName: string, modelName: string, signal?: AbortSignal): Promise<Model> {
    for (;;) {
      const path = { projectName, modelName };
      const model = await this.request('get', '/api/projects/{projectName}/models/{modelName}', { path, signal });
      if (model.status !== 'queued' && model.status !== 'training') return model;
      await new Promise((resolve) => setTimeout(resolve, 250));
    }
  }
}

function fillPath(template: string, path: object = {}, query: object = {}): string {
  const values = path as Record<string, unknown>;
  const filled = template.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(values[name])));
  const pairs = Object.entries(query).filter(([, value]) => value !== undefined);
  return pairs.length > 0
    ? `${filled}?${new URLSearchParams(pairs.map(([key, value]): [string, string] => [key, String(value)]))}`
    : filled;
}
