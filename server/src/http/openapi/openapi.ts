import type { RouteOptions } from 'fastify';
import { Type } from 'typebox';
import type { Config } from '../../config.ts';
import type { App } from '../reply/app.ts';
import { documented, problems } from '../reply/schemas.ts';
import type { OpenApi } from './document.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Returns the OpenAPI document; what writes it is loaded with the first call. */
    openApi(): Promise<OpenApi>;
  }
}

/** Collects every route declared later; call it before the resources. */
export function collectOpenApi(app: App, config: Pick<Config, 'publicUrl'>): void {
  const routes: RouteOptions[] = [];
  app.addHook('onRoute', (route) => {
    if (route.method !== 'HEAD') routes.push(route);
  });
  app.decorate(
    'openApi',
    writtenOnce(async () => (await import('./document.ts')).writeDocument(routes, config)),
  );
}

/**
 * The texts are written once, by the first request: anybody may ask for them, and writing YAML holds the service up for
 * half a second.
 */
export function addOpenApiRoutes(app: App): void {
  const asJson = writtenOnce(async () => Buffer.from(JSON.stringify(await app.openApi())));
  const asYaml = writtenOnce(async () => writeYaml(await app.openApi()));
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
    async (_request, reply) => reply.type('application/json; charset=utf-8').send(await asJson()),
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
    async (_request, reply) => reply.type('application/yaml').send(await asYaml()),
  );
}

/** Returns a function that writes with its first call; a writing that failed is tried again. */
function writtenOnce<Written>(write: () => Promise<Written>): () => Promise<Written> {
  let written: Promise<Written> | undefined;
  return () => {
    written ??= write().catch((error) => {
      written = undefined;
      throw error;
    });
    return written;
  };
}

async function writeYaml(document: OpenApi): Promise<Buffer> {
  const { dump } = await import('js-yaml');
  // Schemas that stand in several places are written out in each.
  return Buffer.from(dump(document, { noRefs: true }));
}
