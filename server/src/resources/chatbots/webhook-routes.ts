import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { ServiceError } from '../../errors.ts';
import type { App } from '../../http/reply/app.ts';
import { documented, problems } from '../../http/reply/schemas.ts';
import { ChannelFailure, WebhookRefusal } from '../../platform/channels/failure.ts';
import type { Inbound, WebhookRequest } from '../../platform/channels/platform.ts';
import type { ChatbotServices } from './context.ts';
import { createRater } from './rate-answer.ts';
import { identityOf, openChannel } from './running/bot-context.ts';
import { takeMessages } from './running/take.ts';
import { type ChatbotRow, selectChatbotById } from './store.ts';

const path = '/api/channels/:chatbotId/webhook';
const largestBody = 1024 * 1024;
const params = Type.Object({
  chatbotId: Type.String({ minLength: 1, maxLength: 140, description: 'ID of the chatbot.' }),
});
const faults = problems(
  'invalid_input',
  'invalid_signature',
  'chatbot_not_found',
  'body_too_large',
  'chatbot_stopped',
  'wrong_state',
);
const answer = documented({
  description: 'The response that the platform expects.',
  content: { 'application/json': { schema: Type.Unknown() }, 'text/plain': { schema: Type.String() } },
});

/**
 * Adds the routes that chat platforms call. They have no key: each signs its requests or sends a secret, in its own
 * way.
 */
export async function addChannelWebhookRoutes(app: App, services: ChatbotServices): Promise<void> {
  await app.register(async (scope) => {
    // Signatures cover bytes, so the body is not parsed before they are checked.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    addWebhookRoutes(scope as App, services);
  });
}

function addWebhookRoutes(app: App, services: ChatbotServices): void {
  const config = { action: 'channels.webhook', answers: ['application/json', 'text/plain'] } as const;
  const schema = { tags: ['Channels'], params, response: { 200: answer, 202: answer, ...faults } };
  app.post(
    path,
    {
      bodyLimit: largestBody,
      config: { ...config, emptyBody: true },
      schema: {
        ...schema,
        operationId: 'receiveFromPlatform',
        summary: 'Receive messages of a chat platform',
        description: 'For the platform itself, which signs its requests. Responds as soon as the messages are stored.',
        consumes: ['application/json'],
        body: Type.Unknown({ description: "In the platform's own format.", examples: [{ type: 'event_callback' }] }),
      },
    },
    (request, reply) => receive(request, reply, services),
  );
  app.get(
    path,
    {
      config,
      schema: {
        ...schema,
        querystring: Type.Object({}, { additionalProperties: true }),
        operationId: 'verifyWebhook',
        summary: 'Prove to a chat platform that the address is yours',
        description: 'Some platforms send a challenge by GET first; it is returned when its token is right.',
      },
    },
    (request, reply) => receive(request, reply, services),
  );
}

async function receive(
  request: FastifyRequest<{ Params: { chatbotId: string } }>,
  reply: FastifyReply,
  services: ChatbotServices,
): Promise<FastifyReply> {
  const row = await selectChatbotById(services.database, request.params.chatbotId);
  const { channel, params } = row ? openChannel(services, row) : { channel: undefined, params: undefined };
  if (!row || !channel?.webhook)
    throw new ServiceError('chatbot_not_found', `No chatbot takes messages at ${request.url.split('?')[0]}.`);
  const ctx = { ...services, rate: createRater(services) };
  const inlet = {
    identity: identityOf(row) ?? { id: '', name: '' },
    take: async (messages: Inbound[]) => takeMessages(ctx, { row: requireRunning(row), params }, messages),
    latest: async () => [],
    fail: () => {},
  };
  const { status, body } = await channel.webhook(rawRequest(request), inlet).catch(explain);
  return reply.code(status).send(body ?? {});
}

function rawRequest({ method, headers, query, body }: FastifyRequest): WebhookRequest {
  return {
    method,
    headers,
    query: query as Record<string, unknown>,
    body: Buffer.isBuffer(body) ? body : Buffer.alloc(0),
  };
}

/**
 * Returns the chatbot; throws when it does not run. The status makes platforms retry for a time, so that messages to a bot that starts
 * soon are not lost.
 */
function requireRunning(row: ChatbotRow): ChatbotRow {
  if (row.is_running === 1 && row.identity !== null) return row;
  throw new ServiceError('chatbot_stopped', 'The chatbot does not run; send the message again later.', {
    headers: { 'retry-after': '30' },
  });
}

function explain(error: unknown): never {
  if (error instanceof WebhookRefusal) throw new ServiceError('invalid_signature', error.message);
  if (error instanceof ChannelFailure) throw new ServiceError('wrong_state', error.message);
  throw error;
}
