import { setImmediate as giveWay } from 'node:timers/promises';
import type { McpHttpHandler } from '@modelcontextprotocol/server';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { invalidField } from '../../errors.ts';
import type { App } from '../../http/reply/app.ts';
import { documented, problems } from '../../http/reply/schemas.ts';
import { signalOf } from '../../http/request/abort.ts';
import { contextOf } from '../../http/request/caller.ts';
import { countMembers } from '../../http/request/count-members.ts';
import type { McpContext, McpServices } from './context.ts';
import { addProtectedResource, refuseWithMetadata } from './protected-resource.ts';

const message = Type.Unsafe<object>({
  description: 'A JSON-RPC 2.0 message of the Model Context Protocol.',
  examples: [{ jsonrpc: '2.0', id: 1, method: 'tools/list' }],
});
const answers = ['application/json', 'text/event-stream'];

/** The caller of each message: an MCP server is made for each. */
type Senders = WeakMap<Request, { ctx: McpContext; requestId: string }>;

/** Adds the MCP protocol (Streamable HTTP without sessions) with the tools of `tools.ts`, for callers with a key. */
export function addMcpRoute(app: App, services: McpServices): void {
  const senders: Senders = new WeakMap();
  let handler: Promise<McpHttpHandler> | undefined;
  app.addHook('preClose', async () => (await handler)?.close());
  addProtectedResource(app, services);
  app.post(
    '/mcp',
    {
      schema: {
        tags: ['Service'],
        operationId: 'callMcp',
        summary: 'Speak the Model Context Protocol',
        description: 'Streamable HTTP: agents, models, tables and knowledge bases as tools. Accept both answer types.',
        body: message,
        response: {
          200: documented({
            description: 'The response, as JSON or as a stream.',
            content: Object.fromEntries(answers.map((type) => [type, { schema: Type.Unsafe<unknown>({}) }])),
          }),
          202: Type.Null({ description: 'A notification was accepted; the response is empty.' }),
          ...refusals,
          400: { ...refusals[400], content: { ...contentOf(refusals[400]), 'application/json': { schema: failure } } },
          406: { ...refusals[406], content: { ...contentOf(refusals[406]), 'application/json': { schema: failure } } },
        },
      },
      config: { action: 'mcp.use', answers },
      errorHandler: refuseWithMetadata(services),
    },
    async (request, reply) => {
      refuseWide(request.body);
      handler ??= openHandler(senders, services);
      const web = webRequestOf(request, signalOf(reply));
      senders.set(web, { ctx: contextOf(request, services), requestId: request.id });
      // Once a request is collected its signal tells of no end: it is kept for as long as its answer.
      reply.raw.once('close', () => senders.delete(web));
      const { fetch } = await handler;
      const answer = await fetch(web, { parsedBody: request.body });
      if (answer.headers.get('content-type')?.startsWith('text/event-stream')) await countStream(reply, answer);
      return reply.send(answer);
    },
  );
}

/** A stream that is one too many ends with what it was to tell. */
async function countStream({ server, raw }: FastifyReply, answer: Response): Promise<void> {
  try {
    server.openStreams.add(raw);
  } catch (error) {
    await answer.body?.cancel();
    throw error;
  }
}

/** The protocol's package looks at each member of a message several times, but for what arguments hold. */
const [mostMembers, mostMessages] = [5000, 100];

function refuseWide(message: unknown): void {
  const isBatch = Array.isArray(message);
  if (isBatch && message.length > mostMessages)
    throw invalidField('', `has more than ${mostMessages} messages`, 'too_long');
  const all: unknown[] = isBatch ? message : [message];
  const wide = all.findIndex((one) => !(countLooked(one, mostMembers) < mostMembers));
  if (wide !== -1) throw invalidField(isBatch ? `/${wide}` : '', `has more than ${mostMembers} members`, 'too_long');
}

/** Counts the members of a message, of its arguments only their names. */
function countLooked(message: unknown, most: number, names: readonly string[] = ['params', 'arguments']): number {
  if (names.length === 0 || typeof message !== 'object' || message === null) return countMembers(message, most);
  const [name, ...inner] = names;
  let count = 1;
  for (const key in message) {
    if (count >= most) return count;
    const value = message[key as keyof typeof message];
    if (key !== name) count += countMembers(value, most - count);
    else if (inner.length > 0) count += countLooked(value, most - count, inner);
    else count += countNames(value, most - count);
  }
  return count;
}

function countNames(value: unknown, most: number): number {
  let count = 1;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return count;
  for (const _ in value) if (++count >= most) return count;
  return count;
}

const refusals = problems(
  'invalid_input',
  'invalid_json',
  'body_too_large',
  'unsupported_media_type',
  'not_acceptable',
  'too_many_listeners',
);
/** JSON that is no message of the protocol, or that cannot be answered, gets an error of the protocol. */
const failure = Type.Object(
  { jsonrpc: Type.Literal('2.0'), error: Type.Object({ code: Type.Integer(), message: Type.String() }) },
  { title: 'McpFailure' },
);

function contentOf(answer: object): object {
  return 'content' in answer && typeof answer.content === 'object' && answer.content !== null ? answer.content : {};
}

/** The protocol's package is loaded with the first message, in a turn of its own. */
async function openHandler(senders: Senders, { log }: Pick<McpServices, 'log'>): Promise<McpHttpHandler> {
  await giveWay();
  const { createMcpHandler } = await import('@modelcontextprotocol/server');
  await giveWay();
  const { openMcpServer } = await import('./server.ts');
  return createMcpHandler(
    ({ requestInfo }) => {
      const sender = requestInfo && senders.get(requestInfo);
      if (sender === undefined) throw new Error('a message came in by no request of ours');
      return openMcpServer(sender.ctx, sender.requestId);
    },
    { onerror: (error) => log.debug({ err: error }, 'a message of MCP was refused') },
  );
}

function webRequestOf({ method, headers, host, url }: FastifyRequest, signal: AbortSignal): Request {
  const pairs = Object.entries(headers).flatMap(([name, value]) =>
    value === undefined || name === 'content-length' ? [] : [[name, [value].flat().join(', ')] as [string, string]],
  );
  return new Request(`http://${host}${url}`, { method, headers: pairs, signal });
}
