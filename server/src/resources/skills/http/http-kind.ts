import { Type } from 'typebox';
import type { Caller } from '../../../caller.ts';
import { decodeJson, encodeJson, type Json } from '../../../platform/db/json.ts';
import { requesterOf } from '../../../platform/workers/fair-turns.ts';
import type { SkillServices } from '../context.ts';
import { defineTool } from '../define-tool.ts';
import { defineKind, type Project } from '../kind.ts';
import { ownHeaders, requireOwnHeaders } from '../own-headers.ts';
import { callRequest, type HttpLimits } from './call-request.ts';
import { type HttpParams, type HttpUse, readBaseUrl, readService } from './read-service.ts';
import { inputOf } from './request.ts';

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

/** Requests to an HTTP service, each a tool: listed in the params or read from an OpenAPI document. */
export const httpKind = defineKind({
  type: 'http',
  params,
  secrets: ['headers'],
  opaque: ['openapi'],
  async secretsGoTo(ctx, project, given) {
    if (given.base_url !== undefined) return readBaseUrl(given.base_url).origin;
    return new URL((await readUse(ctx, project, encodeJson(given), ctx.leaving)).baseUrl).origin;
  },
  async check(ctx, project, given) {
    requireOwnHeaders(given.headers);
    await readUse(ctx, project, encodeJson(given), ctx.leaving);
  },
  digest: readUse,
  async open(ctx, { project, name, description, params: { baseUrl: address, requests, isCut, ...given } }) {
    const baseUrl = new URL(address);
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
        judge: (schema, input, signal) => ctx.foreign.judgeInput(schema, input, requesterOf(ctx, project.id, signal)),
        run: (input, { signal }) => callRequest(baseUrl, one, input, limits, signal),
      }),
    );
    const listed = tools.map((tool) => tool.name).join(', ');
    const cut = isCut
      ? ' Some of its schemas are too large to be told whole: where one is empty, any value is taken.'
      : '';
    const instructions = `${description}\nThe service at ${baseUrl.host} is asked by ${listed}.${cut}`.trim();
    return {
      skill: name,
      type: 'http',
      instruct: () => instructions,
      tools,
      grounding: { kind: 'other', skill: name },
    };
  },
});

/** Params without a document are read here, up to this length as JSON. */
const mostHere = 20_000;

async function readUse(
  ctx: Pick<SkillServices, 'foreign'> & Pick<Caller, 'actor'>,
  { id }: Pick<Project, 'id'>,
  stored: Json,
  signal?: AbortSignal,
): Promise<HttpUse> {
  const isSimple = stored.length <= mostHere && !stored.includes('"openapi"');
  if (isSimple) return readService(decodeJson<HttpParams>(stored));
  return ctx.foreign.readHttpParams(stored, requesterOf(ctx, id, signal));
}
