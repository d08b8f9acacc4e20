import { type Static, Type } from 'typebox';
import { invalidField } from '../../../errors.ts';
import { askerOf } from '../../../platform/workers/fair-turns.ts';
import { defineTool } from '../define-tool.ts';
import { defineKind } from '../kind.ts';
import { ownHeaders, requireOwnHeaders } from '../own-headers.ts';
import { callRequest, type HttpLimits } from './call-request.ts';
import { readOpenApi } from './read-openapi.ts';
import { type HttpRequest, inputOf } from './request.ts';

const schema = Type.Record(Type.String(), Type.Unknown(), { description: 'JSON Schema; any value when absent.' });

const request = Type.Object(
  {
    name: Type.String({
      pattern: '^[A-Za-z0-9_-]{1,40}$',
      description: 'Of the tool: 1-40 letters, digits, `_`, `-`.',
    }),
    description: Type.Optional(Type.String({ maxLength: 1000 })),
    method: Type.Optional(Type.Enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'], { default: 'GET' })),
    path: Type.String({ pattern: '^/', maxLength: 2000, description: 'Under `base_url`, such as `/homes/{id}`.' }),
    parameters: Type.Optional(
      Type.Array(
        Type.Object(
          {
            name: Type.String({ minLength: 1, maxLength: 100 }),
            in: Type.Enum(['path', 'query'], { default: 'query' }),
            description: Type.Optional(Type.String({ maxLength: 1000 })),
            required: Type.Optional(Type.Boolean({ default: false })),
            schema: Type.Optional(schema),
          },
          { additionalProperties: false },
        ),
        { maxItems: 50 },
      ),
    ),
    body: Type.Optional(schema),
  },
  { additionalProperties: false },
);

const params = Type.Object(
  {
    base_url: Type.Optional(Type.String({ maxLength: 2000, description: 'The server of `openapi` when absent.' })),
    requests: Type.Optional(Type.Array(request, { minItems: 1, maxItems: 50 })),
    openapi: Type.Optional(
      Type.Union([Type.Record(Type.String(), Type.Unknown(), {}), Type.String({ minLength: 1 })], {
        description: 'An OpenAPI 3 document, as an object or as JSON or YAML text.',
      }),
    ),
    operations: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 200 }), {
        uniqueItems: true,
        minItems: 1,
        maxItems: 50,
        description: 'Operation IDs of `openapi` that may be called; those of GET when absent.',
      }),
    ),
    headers: Type.Optional(ownHeaders),
    timeout_ms: Type.Optional(Type.Integer({ minimum: 100, maximum: 60_000, default: 15_000 })),
    max_bytes: Type.Optional(Type.Integer({ minimum: 1000, maximum: 4_000_000, default: 200_000 })),
  },
  { additionalProperties: false },
);

type HttpParams = Static<typeof params>;

interface Service {
  baseUrl: URL;
  requests: HttpRequest[];
}

/** Requests to an HTTP service, each a tool: listed in the params or read from an OpenAPI document. */
export const httpKind = defineKind({
  type: 'http',
  params,
  secrets: ['headers'],
  secretsGoTo: (given) => readService(given).baseUrl.origin,
  async check(_ctx, _project, given) {
    readService(given);
    requireOwnHeaders(given.headers);
  },
  async open(ctx, { project, name, description, params: given }) {
    const { baseUrl, requests } = readService(given);
    const limits: HttpLimits = {
      fetch: ctx.outgoing.fetcher({ timeoutMs: given.timeout_ms ?? 15_000, maxBytes: given.max_bytes ?? 200_000 }),
      headers: given.headers ?? {},
    };
    const tools = requests.map((one) =>
      defineTool({
        skill: name,
        name: one.name,
        description: one.description,
        parameters: inputOf(one),
        judge: (schema, input, signal) => ctx.foreign.judgeInput(schema, input, askerOf(ctx, project.id, signal)),
        run: (input, { signal }) => callRequest(baseUrl, one, input, limits, signal),
      }),
    );
    const listed = tools.map((tool) => tool.name).join(', ');
    const instructions = `${description}\nThe service at ${baseUrl.host} is asked by ${listed}.`.trim();
    return {
      skill: name,
      type: 'http',
      instruct: () => instructions,
      tools,
      grounding: { kind: 'other', skill: name },
    };
  },
});

function readService(given: HttpParams): Service {
  if ((given.requests === undefined) === (given.openapi === undefined))
    throw invalidField('/params/requests', 'or openapi is required, one of the two', 'required');
  if (given.requests) {
    requireDistinct(given.requests.map(({ name }) => name));
    const requests = given.requests.map((one) => ({ method: 'GET', parameters: [], description: '', ...one }));
    requests.forEach(requirePathParameters);
    return { baseUrl: readBaseUrl(given.base_url), requests };
  }
  const { server, requests } = readOpenApi(given.openapi!, given.operations);
  return { baseUrl: readBaseUrl(given.base_url ?? server), requests };
}

function readBaseUrl(text: string | undefined): URL {
  if (text === undefined) throw invalidField('/params/base_url', 'is required: where the service is', 'required');
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isPlain =
    url && /^https?:$/.test(url.protocol) && `${url.username}${url.password}${url.search}${url.hash}` === '';
  if (!isPlain)
    throw invalidField(
      '/params/base_url',
      'must be an http or https address without password, ? and #',
      'wrong_format',
    );
  return url;
}

function requireDistinct(names: readonly string[]): void {
  const twin = names.findIndex((name, index) => names.indexOf(name) < index);
  if (twin >= 0) throw invalidField(`/params/requests/${twin}/name`, 'is the name of another request', 'not_allowed');
}

function requirePathParameters({ path, parameters }: HttpRequest, index: number): void {
  const named = [...path.matchAll(/\{([^{}]*)\}/g)].map(([, name]) => name);
  const given = parameters.filter((parameter) => parameter.in === 'path').map((parameter) => parameter.name);
  const stray = [...named.filter((name) => !given.includes(name)), ...given.filter((name) => !named.includes(name))][0];
  if (stray !== undefined)
    throw invalidField(
      `/params/requests/${index}/path`,
      `and parameters in the path must name the same; ${stray} is only in one`,
    );
}
