import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { invalidField } from '../../errors.ts';
import type { App } from '../../http/reply/app.ts';
import { documented, eventStream, problems, projectPath } from '../../http/reply/schemas.ts';
import { takes } from '../../http/request/accept.ts';
import { contextOf } from '../../http/request/caller.ts';
import { linkNext } from '../../http/request/listing.ts';
import { Listener } from '../../platform/journal/listener.ts';
import { lastSequenceOf } from '../../platform/journal/read.ts';
import { followResponse } from '../keys/still-allowed.ts';
import type { EventContext, EventServices } from './context.ts';
import { type EventQuery, eventQuery, eventRecord } from './schemas.ts';
import { listEvents, requireKept, requireStream, typesOf } from './service.ts';

const tags = ['Events'];
const stream = 'text/event-stream';
const description =
  'With `Accept: text/event-stream`, what happens from now on, for as long as the connection stays open; ' +
  '`Last-Event-ID` or `cursor` begins behind the event of that `sequence`, without a gap.';

const faults = ['invalid_input', 'events_gone', 'too_many_listeners'] as const;
const answers = {
  200: documented({
    description: 'Events in order.',
    content: { 'application/json': { schema: Type.Array(eventRecord) }, [stream]: { schema: eventStream } },
  }),
  ...problems(...faults),
};

export function addEventRoutes(app: App, services: EventServices): void {
  app.addHook('preClose', async () => services.feed.close());
  app.get(
    '/api/projects/:projectName/events',
    {
      schema: {
        tags,
        operationId: 'listEvents',
        summary: 'Read or follow the events of a project',
        description,
        params: projectPath,
        querystring: eventQuery,
        response: { ...answers, ...problems('project_not_found', ...faults) },
      },
      config: { action: 'events.read', answers: ['application/json', stream] },
    },
    (request, reply) => sendEvents(request, reply, contextOf(request, services), request.params.projectName),
  );
  app.get(
    '/api/events',
    {
      schema: {
        tags,
        operationId: 'listServiceEvents',
        summary: 'Read or follow the events of the service',
        description: `Keys, the coming and going of projects, and limits of the whole service. ${description}`,
        querystring: eventQuery,
        response: answers,
      },
      config: { action: 'events.read_all', answers: ['application/json', stream] },
    },
    (request, reply) => sendEvents(request, reply, contextOf(request, services), null),
  );
}

type EventRequest = Pick<FastifyRequest, 'headers' | 'method' | 'originalUrl'> & { query: EventQuery };

async function sendEvents(
  request: FastifyRequest & EventRequest,
  reply: FastifyReply,
  ctx: EventContext,
  project: string | null,
) {
  const { accept = '' } = request.headers;
  if (request.method === 'GET' && accept.includes(stream) && takes(accept, stream))
    return openStream(request, reply, ctx, project);
  const { items, next } = await listEvents(ctx, project, request.query);
  if (next !== undefined) linkNext(request, reply, String(next));
  return reply.send(items);
}

/** The feed writes the response from here on, outside of Fastify, so that thousands of streams cost little. */
async function openStream(
  request: FastifyRequest & EventRequest,
  reply: FastifyReply,
  ctx: EventContext,
  project: string | null,
) {
  const { query } = request;
  const types = typesOf(query.type);
  const streamId = await requireStream(ctx, project);
  const after = await beginningOf(request, ctx, streamId);
  request.server.openStreams.add(reply.raw);
  reply.hijack();
  followResponse(request, reply, ctx);
  reply.raw.writeHead(200, {
    ...(reply.getHeaders() as Record<string, string>),
    'content-type': stream,
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
  });
  ctx.feed.add(new Listener(reply.raw, { streamId, after, types, subject: query.subject }));
}

async function beginningOf(
  { headers, query }: EventRequest,
  ctx: Pick<EventServices, 'database'>,
  streamId: string,
): Promise<number> {
  const given = headers['last-event-id'] ?? query.cursor;
  if (given === undefined) return lastSequenceOf(ctx.database, streamId);
  if (typeof given !== 'string' || !/^\d{1,15}$/.test(given))
    throw invalidField('/Last-Event-ID', 'must be the id of an event of this stream: a whole number', 'wrong_format');
  await requireKept(ctx, streamId, Number(given));
  return Number(given);
}
