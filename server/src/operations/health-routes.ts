import { Type } from 'typebox';
import { errorCatalog } from '../errors.ts';
import { documented, problems } from '../http/reply/schemas.ts';
import type { App } from '../http/server.ts';
import type { Metrics } from '../platform/telemetry/metrics.ts';
import { version } from '../release.ts';

const tags = ['Service'];
const health = Type.Object(
  { status: Type.Enum(['ok', 'starting', 'stopping', 'storage_full']), version: Type.String() },
  { title: 'Health' },
);
const errorEntry = Type.Object({ code: Type.String(), status: Type.Integer(), title: Type.String() });

interface Operations {
  metrics: Metrics;
  /** False while the service starts or stops: a load balancer then sends requests elsewhere. */
  isReady: () => boolean;
  /** False while the disk takes nothing: what is in memory is answered, and every write 507. */
  hasRoom: () => Promise<boolean>;
}

/** What an operator needs: health, metrics, and the page that documents each error code. */
export function addOperationRoutes(app: App, { metrics, isReady, hasRoom }: Operations): void {
  app.get(
    '/health/live',
    {
      schema: {
        tags,
        operationId: 'getLiveness',
        summary: 'Is the process alive',
        response: { 200: health, ...problems() },
      },
      config: { action: 'service.health' },
    },
    async () => ({ status: 'ok' as const, version }),
  );
  app.get(
    '/health/ready',
    {
      schema: {
        tags,
        operationId: 'getReadiness',
        summary: 'Does the process take requests, and can it write',
        response: { 200: health, ...problems(), 503: health },
      },
      config: { action: 'service.health' },
    },
    async (_request, reply) => {
      if (!isReady()) return reply.code(503).send({ status: 'stopping' as const, version });
      const status = (await hasRoom()) ? 'ok' : 'storage_full';
      return reply.code(status === 'ok' ? 200 : 503).send({ status, version });
    },
  );
  app.get(
    '/metrics',
    {
      schema: {
        tags,
        operationId: 'getMetrics',
        summary: 'Metrics in the Prometheus text format',
        response: {
          200: documented({ description: 'Metrics.', content: { 'text/plain': { schema: Type.String() } } }),
          ...problems(),
        },
      },
      config: { action: 'service.metrics' },
    },
    async (_request, reply) => reply.type(metrics.contentType).send(await metrics.print()),
  );
  app.get(
    '/errors/:code',
    {
      schema: {
        tags,
        operationId: 'getErrorCode',
        summary: 'What an error code means',
        params: Type.Object({ code: Type.Enum(Object.keys(errorCatalog)) }),
        response: { 200: errorEntry, ...problems('invalid_input') },
      },
      config: { action: 'service.documentation' },
    },
    async ({ params }) => {
      const { status, title } = errorCatalog[params.code as keyof typeof errorCatalog];
      return { code: params.code, status, title };
    },
  );
}
