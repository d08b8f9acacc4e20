import swagger from '@fastify/swagger';
import fastify, { type FastifyContextConfig, type FastifySchema, type RouteOptions } from 'fastify';
import { Type } from 'typebox';
import type { Config } from '../../config.ts';
import { version } from '../../release.ts';
import { addExamples } from './add-examples.ts';
import { shareComponents } from './share-components.ts';

/** What this service reads of its document. */
export interface OpenApi {
  servers: object[];
}

const tags = [
  { name: 'Projects', description: 'Named containers of everything else.' },
  { name: 'Tables', description: 'Training and query data.' },
  { name: 'Queries', description: 'Read-only SQL over the tables of a project.' },
  {
    name: 'Connections',
    description:
      'Foreign databases and files of nine kinds, queried in place and read-only: PostgreSQL, MySQL, SQLite, DuckDB, Parquet, Trino, ClickHouse, Snowflake, BigQuery.',
  },
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
  { name: 'Trash', description: 'What was deleted, until it is deleted for good.' },
  { name: 'Audit', description: 'Who did what, when and from where.' },
  { name: 'OpenAI', description: "OpenAI's protocol: agents as chat models." },
  { name: 'A2A', description: 'Agent2Agent: published agents are found and asked by others.' },
  { name: 'Anthropic', description: "Anthropic's protocol: agents as models." },
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
function serversOf({ publicUrl }: Pick<Config, 'publicUrl'>): { url: string }[] {
  return [{ url: `${publicUrl}/v1/api` }, { url: publicUrl || '/' }];
}

/** Schemas that stand in several places are written out in each. */
export async function writeYaml(document: object): Promise<string> {
  const { dump } = await import('js-yaml');
  return dump(document, { noRefs: true });
}

/** Writes the document of routes, by a Fastify that has them without their handlers. */
export async function writeDocument(
  routes: readonly Pick<RouteOptions, 'method' | 'url' | 'schema' | 'config'>[],
  config: Pick<Config, 'publicUrl'>,
): Promise<OpenApi> {
  const app = fastify({ exposeHeadRoutes: false });
  app.addHttpMethod('GET', { hasBody: true, overrideExisting: true });
  app.setValidatorCompiler(() => () => true).setSerializerCompiler(() => JSON.stringify);
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
  for (const { method, url, schema, config: settings } of routes)
    app.route({ method, url, schema: schema ?? {}, config: settings ?? {}, handler: async () => {} });
  await app.ready();
  const document = app.swagger() as object as OpenApi;
  await app.close();
  return document;
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
