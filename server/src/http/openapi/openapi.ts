import swagger from '@fastify/swagger';
import type { FastifyContextConfig, FastifySchema } from 'fastify';
import { Type } from 'typebox';
import { stringify } from 'yaml';
import type { Config } from '../../config.ts';
import { version } from '../../release.ts';
import type { App } from '../reply/app.ts';
import { documented, problems } from '../reply/schemas.ts';
import { addExamples } from './add-examples.ts';
import { shareComponents } from './share-components.ts';

const tags = [
  { name: 'Projects', description: 'Named containers of everything else.' },
  { name: 'Tables', description: 'Training and query data.' },
  { name: 'Queries', description: 'Read-only SQL over the tables of a project.' },
  { name: 'Connections', description: 'Foreign PostgreSQL databases, queried in place and read-only.' },
  {
    name: 'Models',
    description: 'Trained on a table; they predict with honest bounds and describe what they learned.',
  },
  { name: 'Agents', description: 'Answer questions with their skills, with or without a language model.' },
  {
    name: 'Events',
    description: 'Everything that happened, in order and without gaps: as a list, as a stream, by webhook.',
  },
  { name: 'Knowledge bases', description: 'Documents in, passages with their sources out.' },
  {
    name: 'Webhooks',
    description: 'Send signed events to an address of yours, at least once, with retries for a day.',
  },
  {
    name: 'Skills',
    description: 'What agents can use: tables, databases, documents, models, services, other agents.',
  },
  { name: 'Audit', description: 'Who did what, when and from where.' },
  { name: 'OpenAI', description: "OpenAI's protocol: agents as chat models." },
  { name: 'SQL', description: 'SQL over HTTP for existing clients, which train and query models.' },
  { name: 'Chatbots', description: 'Agents on chat platforms, with their status and errors.' },
  { name: 'Channels', description: 'Addresses for chat platforms and the web widget, which have no key.' },
  { name: 'Keys', description: 'API keys with a role, limits to projects, expiry, and rotation with an overlap.' },
  { name: 'Service', description: 'Health, metrics and this document.' },
];

/** The ways to send a key; before the first key exists, this machine needs none. */
const securitySchemes = {
  bearer: { type: 'http', scheme: 'bearer', description: 'A key of `/api/keys`.' },
  apiKey: { type: 'apiKey', in: 'header', name: 'X-Api-Key', description: 'A key of `/api/keys`.' },
  session: { type: 'apiKey', in: 'cookie', name: 'sibyl_session', description: 'Set by `/api/session`.' },
} as const;

/** The first entry is how existing clients spell every address (`/v1/api/api/projects/…`). */
export function serversOf({ publicUrl }: Pick<Config, 'publicUrl'>): { url: string }[] {
  return [{ url: `${publicUrl}/v1/api` }, { url: publicUrl || '/' }];
}

/** Collects every route declared later; call it before the resources. */
export async function collectOpenApi(app: App, config: Pick<Config, 'publicUrl'>): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Sibyl',
        version,
        description:
          'One REST service for the AI parts of an application. Every failure is an RFC 9457 problem document.',
        license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      },
      servers: serversOf(config),
      tags,
      components: { securitySchemes },
      security: Object.keys(securitySchemes).map((name) => ({ [name]: [] })),
    },
    transform: ({ schema, url, route }) => ({ schema: completeSchema(schema, route.config), url }),
    transformObject: (input) =>
      'openapiObject' in input ? shareComponents(addExamples(input.openapiObject)) : input.swaggerObject,
  });
}

const keyHeader = Type.Object({
  'idempotency-key': Type.Optional(
    Type.String({
      description:
        'Of your choice, new for each change. Repeating key, body and query within 24 hours returns the first response; another body is refused.',
      pattern: '^[!-~]{1,255}$',
    }),
  ),
});

/** Documents behaviour without a schema: stored answers under a key, and bodies that are streams. */
function completeSchema(schema: FastifySchema = {}, config: FastifyContextConfig = {}): FastifySchema {
  const body = bodyOf({ ...schema, body: withFiles(schema.body, config.fileTypes) });
  return { ...schema, ...(config.idempotent ? { headers: keyHeader } : {}), ...(body ? { body } : {}) };
}

const file = { description: 'The file itself.' };

/** Parts besides the file are what may also stand in the query string. */
const form = {
  type: 'object',
  required: ['file'],
  properties: {
    file: { type: 'string', contentMediaType: 'application/octet-stream', description: 'The file, with its name.' },
  },
  additionalProperties: { type: 'string' },
  examples: [{ file: 'sqft,location\n823,good\n' }],
};

const schemaOf = (type: string) => (type === 'multipart/form-data' ? form : file);

function withFiles(body: unknown, types: readonly string[] | undefined): unknown {
  if (types === undefined) return body;
  const files = types.map((type) => [type, { schema: { description: 'A file of rows.' } }]);
  return { content: { 'application/json': { schema: body }, ...Object.fromEntries(files) } };
}

/** Lists all media types of a route that accepts JSON and files. */
function bodyOf({ body, consumes }: FastifySchema): unknown {
  if (consumes === undefined || (body !== undefined && !hasContent(body))) return body;
  const files = consumes.map((type) => [type, { schema: schemaOf(type) }]);
  return { content: { ...Object.fromEntries(files), ...(hasContent(body) ? body.content : {}) } };
}

function hasContent(body: unknown): body is { content: Record<string, unknown> } {
  return typeof body === 'object' && body !== null && 'content' in body;
}

export function addOpenApiRoutes(app: App): void {
  const config = { action: 'service.documentation' } as const;
  const schema = {
    tags: ['Service'],
    response: { 200: Type.Unknown({ description: 'OpenAPI 3.1.' }), ...problems() },
  };
  const yaml = documented({ description: 'OpenAPI 3.1.', content: { 'application/yaml': { schema: Type.Unknown() } } });
  app.get(
    '/openapi.json',
    {
      schema: {
        ...schema,
        operationId: 'getOpenApiJson',
        summary: 'This document as JSON',
        description: 'OpenAPI 3.1, made from the routes that this service has; client generators read it.',
      },
      config,
    },
    async () => app.swagger(),
  );
  app.get(
    '/openapi.yaml',
    {
      schema: {
        ...schema,
        response: { 200: yaml, ...problems() },
        operationId: 'getOpenApiYaml',
        summary: 'This document as YAML',
        description: 'The same document as `/openapi.json`.',
      },
      config,
    },
    async (_request, reply) => reply.type('application/yaml').send(stringify(app.swagger())),
  );
}
