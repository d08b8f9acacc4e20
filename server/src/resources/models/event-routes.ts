import { Readable } from 'node:stream';
import type { Caller } from '../../caller.ts';
import { ServiceError } from '../../errors.ts';
import type { App } from '../../http/reply/app.ts';
import { ChangeSignal } from '../../http/reply/change-signal.ts';
import { documented, eventStream, problems } from '../../http/reply/schemas.ts';
import { contextOf } from '../../http/request/caller.ts';
import { addressOf } from '../../http/resource/address.ts';
import type { ModelServices } from './context.ts';
import { type ModelRecord, modelPath } from './schemas.ts';
import { getModel, type ModelAddress } from './service.ts';

const heartbeatMs = 15_000;
const ended = new Set(['complete', 'failed', 'cancelled']);

/** Streams a training as server-sent events: the record at every change, until the training has ended. */
export function addModelEventRoutes(app: App, services: Pick<ModelServices, 'database' | 'progress'>): void {
  // Ends open streams, which would keep the service from stopping.
  const closing = new AbortController();
  app.addHook('preClose', async () => closing.abort());
  app.get(
    '/api/projects/:projectName/models/:modelName/events',
    {
      schema: {
        tags: ['Models'],
        operationId: 'watchModel',
        summary: 'Watch a training',
        description: 'Server-sent events named after the status, each with the model record; ends with the training.',
        params: modelPath,
        response: {
          200: documented({
            description: 'A stream of events.',
            content: { 'text/event-stream': { schema: eventStream } },
          }),
          ...problems('project_not_found', 'model_not_found', 'version_not_found'),
        },
      },
      config: { action: 'models.watch', answers: ['text/event-stream'] },
    },
    async (request, reply) => {
      const ctx = contextOf(request, services);
      const record = await getModel(ctx, addressOf(request.params));
      app.openStreams.add(reply.raw);
      reply.type('text/event-stream').header('cache-control', 'no-store');
      // That version to its end, although another one is shown once it is cancelled.
      const address = { ...addressOf(request.params), model: `${record.id}.${record.version}` };
      return reply.send(Readable.from(recordEvents(ctx, address, record, closing.signal)));
    },
  );
}

/** Yields an event per change of the record, and comments that keep proxies from closing the connection. */
async function* recordEvents(
  ctx: Caller & Pick<ModelServices, 'database' | 'progress'>,
  address: ModelAddress,
  first: ModelRecord,
  closing: AbortSignal,
): AsyncGenerator<string> {
  const changes = new ChangeSignal();
  const wake = () => changes.set();
  const stopWatching = ctx.progress.watch(first.id, wake);
  closing.addEventListener('abort', wake);
  try {
    let record: ModelRecord | undefined = first;
    for (let last = ''; record; record = await readUnlessGone(ctx, address)) {
      const text = JSON.stringify(record);
      yield text === last ? ': still here\n\n' : `event: ${record.status}\ndata: ${text}\n\n`;
      last = text;
      if (ended.has(record.status)) return;
      await changes.next(heartbeatMs);
      if (closing.aborted) return;
    }
  } finally {
    stopWatching();
    closing.removeEventListener('abort', wake);
  }
}

async function readUnlessGone(
  ctx: Caller & Pick<ModelServices, 'database'>,
  address: ModelAddress,
): Promise<ModelRecord | undefined> {
  try {
    return await getModel(ctx, address);
  } catch (error) {
    if (error instanceof ServiceError) return undefined;
    throw error;
  }
}
