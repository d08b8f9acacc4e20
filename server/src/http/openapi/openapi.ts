import { setImmediate as giveWay } from 'node:timers/promises';
import type { RouteOptions } from 'fastify';
import { Type } from 'typebox';
import type { Config } from '../../config.ts';
import { openWorkers, type Workers } from '../../platform/workers/workers.ts';
import type { App } from '../reply/app.ts';
import { documented, problems } from '../reply/schemas.ts';
import type { DocumentationTasks } from './documentation-handler.ts';

declare module 'fastify' {
  interface FastifyInstance {
    documentation: Documentation;
  }
}

/** What describes the service. It is written in a thread, once, for the first reader: nobody else waits for it. */
export interface Documentation {
  /** The OpenAPI document. */
  json(): Promise<string>;
  yaml(): Promise<string>;
  readonly threads: Workers<DocumentationTasks>;
}

/** Anybody may read the documentation, and all wait for the same. */
export const reader = { project: '', caller: 'documentation' };

/** Collects every route declared later; call it before the resources. */
export function collectOpenApi(app: App, { publicUrl }: Pick<Config, 'publicUrl'>): void {
  const routes: RouteOptions[] = [];
  app.addHook('onRoute', (route) => {
    if (route.method !== 'HEAD') routes.push(route);
  });
  const threads = openWorkers<DocumentationTasks>('documentation', {
    handler: new URL('documentation-handler.ts', import.meta.url),
    limits: { memoryBytes: Number.POSITIVE_INFINITY }, // the heap limit of the thread applies
  });
  app.addHook('onClose', () => threads.close());
  const json = writtenOnce(async () => threads.run('writeJson', { routes: await inJson(routes), publicUrl }, reader));
  const yaml = writtenOnce(async () => threads.run('writeYaml', { json: await json() }, reader));
  app.decorate('documentation', { json, yaml, threads });
}

/** Schemas that routes share are written out in each: 6 MB, so each route has a turn of its own. */
async function inJson(routes: readonly RouteOptions[]): Promise<string[]> {
  const texts: string[] = [];
  for (const { method, url, schema, config } of routes) {
    texts.push(JSON.stringify({ method, url, schema, config }));
    await giveWay();
  }
  return texts;
}

export function addOpenApiRoutes(app: App): void {
  // Encoded once, however many read it.
  const asJson = writtenOnce(async () => Buffer.from(await app.documentation.json()));
  const asYaml = writtenOnce(async () => Buffer.from(await app.documentation.yaml()));
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
export function writtenOnce<Written>(write: () => Promise<Written>): () => Promise<Written> {
  let written: Promise<Written> | undefined;
  return () => {
    written ??= write().catch((error) => {
      written = undefined;
      throw error;
    });
    return written;
  };
}
