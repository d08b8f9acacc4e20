import { Type } from 'typebox';
import type { App } from '../http/reply/app.ts';
import { documented, problems } from '../http/reply/schemas.ts';
import type { DiskUse } from '../platform/blobs/disk-reserve.ts';
import type { Metrics } from '../platform/telemetry/metrics.ts';
import { version } from '../release.ts';

const tags = ['Service'];
const health = Type.Object(
  {
    status: Type.Enum(['ok', 'starting', 'stopping', 'storage_full', 'database_damaged', 'database_silent']),
    version: Type.String(),
    disk: Type.Optional(
      Type.Object(
        {
          total_bytes: Type.Integer(),
          free_bytes: Type.Integer(),
          reserve_bytes: Type.Integer({ description: 'Kept back for deletions, keys and signing out.' }),
        },
        { description: 'The disk of the data folder, once the service is ready.' },
      ),
    ),
    providers_resting: Type.Optional(
      Type.Integer({
        description:
          'Providers of language models that this node does not ask for a while, because they gave no answer.',
      }),
    ),
    silent_seconds: Type.Optional(
      Type.Integer({ description: 'With `database_silent`: seconds since the shared database last answered.' }),
    ),
  },
  { title: 'Health' },
);

export type ServiceState = 'starting' | 'ready' | 'stopping';

interface Operations {
  metrics: Metrics;
  /** Whether the service takes requests; load balancers use other nodes while it starts or stops. */
  stateOf: () => ServiceState;
  /** False while the disk is full: data in memory is still served, and every write gets 507. */
  hasRoom: () => Promise<boolean>;
  diskUse: () => Promise<DiskUse>;
  /** False once the database was found damaged; it stays so until the next start. */
  isIntact: () => boolean;
  /** Seconds since the database that nodes share last answered; 0 while it answers. */
  silentSeconds: () => number;
  /** Number of providers of language models that are left alone. */
  providersResting: () => number;
}

/** Adds the operator's routes: health and metrics. */
export function addOperationRoutes(
  app: App,
  { metrics, stateOf, hasRoom, diskUse, isIntact, silentSeconds, providersResting }: Operations,
): void {
  app.get(
    '/health/live',
    {
      schema: {
        tags,
        operationId: 'getLiveness',
        summary: 'Is the process alive',
        description:
          'Answers while the process runs, needs no key, and reads nothing: for a supervisor that restarts what hangs.',
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
        description:
          '503 while the service starts or stops, its disk is full, or its database was found damaged: for a load balancer that sends requests elsewhere meanwhile. A node that cannot reach the shared database goes on predicting with the models in its memory, so it answers 200 with `database_silent`.',
        response: { 200: health, ...problems(), 503: health },
      },
      config: { action: 'service.health' },
    },
    async (_request, reply) => {
      const state = stateOf();
      if (state !== 'ready') return reply.code(503).send({ status: state, version });
      const room = await hasRoom();
      const disk = await diskUse();
      if (!room) return reply.code(503).send({ status: 'storage_full' as const, version, disk });
      if (!isIntact()) return reply.code(503).send({ status: 'database_damaged' as const, version, disk });
      const silent_seconds = silentSeconds();
      if (silent_seconds > 0) return { status: 'database_silent' as const, version, disk, silent_seconds };
      const providers_resting = providersResting();
      return { status: 'ok' as const, version, disk, ...(providers_resting > 0 ? { providers_resting } : {}) };
    },
  );
  app.get(
    '/metrics',
    {
      schema: {
        tags,
        operationId: 'getMetrics',
        summary: 'Metrics in the Prometheus text format',
        description:
          'Requests, trainings, predictions, queues, memory and limits, counted since the start of this process.',
        response: {
          200: documented({ description: 'Metrics.', content: { 'text/plain': { schema: Type.String() } } }),
          ...problems(),
        },
      },
      config: { action: 'service.metrics' },
    },
    async (_request, reply) => reply.type(metrics.contentType).send(await metrics.print()),
  );
}
