import { Readable } from 'node:stream';
import { Type } from 'typebox';
import { beyondLimit, ServiceError } from '../../../errors.ts';
import type { App } from '../../../http/reply/app.ts';
import { bodyFaults, documented, eventStream, problems } from '../../../http/reply/schemas.ts';
import { signalOf } from '../../../http/request/abort.ts';
import { bundleWidget } from '../../../platform/channels/web/bundle-widget.ts';
import type { ChatbotServices } from '../context.ts';
import { chatbotSettings } from '../record.ts';
import { takeMessages } from '../running/take.ts';
import { streamConversation } from './conversation-stream.ts';
import { VisitLimit } from './visit-limit.ts';
import { makeToken, newConversation, readToken, requireVisitor, requireWebChatbot, standingOf } from './visitors.ts';

/** Maximum body of an unauthenticated request, in bytes: 8,000 characters, escaped. */
const largestBody = 64 * 1024;
const tags = ['Channels'];
const base = '/api/channels/:chatbotId';
const params = Type.Object({
  chatbotId: Type.String({ minLength: 1, maxLength: 140, description: 'ID of the chatbot.' }),
});
/** What a chatbot accepts in a minute, and from one address and one visitor, the narrowest first: tokens are free. */
const accepted = {
  messages: { limit: 'visitor_messages', aMinute: { visitor: 60, address: 300, chatbot: 600 } },
  // Many people share an address, and each page that shows the widget may begin or continue a visit.
  visits: { limit: 'visitor_visits', aMinute: { address: 300, chatbot: 1200 } },
} as const;
/** The general check lets all origins pass, because each chatbot has its own list of origins. */
const config = { action: 'channels.visit', judgesOrigin: true } as const;
const missing = ['chatbot_not_found', 'forbidden_origin'] as const;

const visit = Type.Object(
  { token: Type.Optional(Type.String({ maxLength: 2000, description: 'Token of an earlier visit, to continue it.' })) },
  { additionalProperties: false, examples: [{}] },
);
const look = Type.Object(
  {
    token: Type.String({ description: "Token of this visitor's conversation." }),
    title: Type.String(),
    color: Type.Union([Type.String(), Type.Null()]),
    placeholder: Type.String(),
    greeting: Type.Union([Type.String(), Type.Null()]),
  },
  { title: 'Visit' },
);
const visitorMessage = Type.Object(
  {
    id: Type.String({
      pattern: '^[\\w-]{8,64}$',
      description: '8-64 letters, digits, `-` or `_`, chosen by the sender; a repeated ID is the same message',
    }),
    text: Type.String({ minLength: 1, maxLength: 8000 }),
  },
  { additionalProperties: false, examples: [{ id: 'b7c1a0f2-0001', text: 'When do you open?' }] },
);

/** Adds the routes of the chat widget. A visitor has no key but a token for one conversation. */
export function addWebChannelRoutes(
  app: App,
  services: Pick<ChatbotServices, 'chatbotHub' | 'config' | 'database' | 'secrets'>,
): void {
  addWidgetRoute(app, services);
  addPreflight(app, services);
  addVisitRoute(app, services);
  addMessageRoute(app, services);
  addStreamRoute(app, services);
}

function addWidgetRoute(app: App, services: Pick<ChatbotServices, 'config' | 'database'>): void {
  app.get(
    `${base}/widget.js`,
    {
      schema: {
        tags,
        operationId: 'getWidget',
        summary: 'The script of the widget: one line on a page',
        description: 'The script that one line of a web page loads; it brings its own styles and asks nobody else.',
        params,
        response: {
          200: documented({ description: 'A script.', content: { 'text/javascript': { schema: Type.String() } } }),
          ...problems(...missing),
        },
      },
      config: { ...config, answers: ['text/javascript'] },
    },
    async (request, reply) => {
      await requireWebChatbot(request, reply, services);
      reply.header('cache-control', 'public, max-age=300').header('cross-origin-resource-policy', 'cross-origin');
      return reply.type('text/javascript; charset=utf-8').send(bundleWidget());
    },
  );
}

/** Browsers send a preflight before JSON or a token to another origin. */
function addPreflight(app: App, services: Pick<ChatbotServices, 'config' | 'database'>): void {
  app.options<{ Params: { chatbotId: string } }>(
    `${base}/*`,
    { schema: { hide: true }, config },
    async (request, reply) => {
      await requireWebChatbot(request, reply, services);
      const allowed = { 'access-control-allow-methods': 'GET, POST', 'access-control-max-age': '600' };
      reply.headers({ ...allowed, 'access-control-allow-headers': 'Authorization, Content-Type' });
      return reply.code(204).send();
    },
  );
}

function addVisitRoute(app: App, services: Pick<ChatbotServices, 'config' | 'database' | 'secrets'>): void {
  const limit = new VisitLimit();
  app.post(
    `${base}/visits`,
    {
      schema: {
        tags,
        operationId: 'beginVisit',
        summary: 'Start or continue a visit',
        description: 'Returns a token that names one conversation; an earlier token continues its conversation.',
        params,
        body: visit,
        response: { 200: look, ...problems(...bodyFaults, ...missing) },
      },
      bodyLimit: largestBody,
      config,
    },
    async (request, reply) => {
      const { row, channel } = await requireWebChatbot(request, reply, services);
      requireRoom(limit, 'visits', { chatbot: row.id, address: `${row.id} ${request.ip}` });
      const conversation = readToken(services, row, request.body.token ?? '') ?? newConversation();
      return {
        token: makeToken(services, row, conversation),
        title: channel.title ?? 'Chat',
        color: channel.color ?? null,
        placeholder: channel.placeholder ?? 'Ask a question',
        greeting: chatbotSettings(services, row).params.greeting ?? null,
      };
    },
  );
}

function addMessageRoute(
  app: App,
  services: Pick<ChatbotServices, 'chatbotHub' | 'config' | 'database' | 'secrets'>,
): void {
  const limit = new VisitLimit();
  app.post(
    `${base}/messages`,
    {
      schema: {
        tags,
        operationId: 'sayToChatbot',
        summary: 'Send a message to the chatbot',
        description: 'Stores the message once per ID and responds at once; the reply comes over the stream.',
        params,
        body: visitorMessage,
        response: {
          202: Type.Object({ id: Type.String() }),
          ...problems(...bodyFaults, ...missing, 'chatbot_stopped'),
        },
      },
      bodyLimit: largestBody,
      config,
    },
    async (request, reply) => {
      const { row } = await requireWebChatbot(request, reply, services);
      const conversation = requireVisitor(request, services, row);
      if (row.is_running === 0) throw new ServiceError('chatbot_stopped', 'The chatbot is not running.');
      requireRoom(limit, 'messages', { chatbot: row.id, address: `${row.id} ${request.ip}`, visitor: conversation });
      const { id, text } = request.body;
      const recipient = { row, params: chatbotSettings(services, row).params };
      await takeMessages({ ...services, rate: rateNothing }, recipient, [fromVisitor(conversation, id, text)]);
      return reply.code(202).send({ id });
    },
  );
}

/** @throws ServiceError `rate_limited`, when the visitor, the address or all visitors together sent too much */
function requireRoom<What extends keyof typeof accepted>(
  limit: VisitLimit,
  what: What,
  keys: Record<keyof (typeof accepted)[What]['aMinute'], string>,
): void {
  const { limit: name, aMinute } = accepted[what];
  const full = limit.take(sharesOf(aMinute, keys));
  if (!full) return;
  const { share, seconds } = full;
  const detail = `At most ${share.most} ${what} per minute are accepted from one ${share.whose}.`;
  throw beyondLimit(
    'rate_limited',
    detail,
    { name, value: share.most },
    { headers: { 'retry-after': String(seconds) } },
  );
}

function sharesOf(most: Readonly<Record<string, number>>, keys: Readonly<Record<string, string>>) {
  return Object.keys(most).map((whose) => ({ whose, key: `${whose} ${keys[whose]}`, most: most[whose] }));
}

/** Does nothing, because the widget shows no buttons for ratings. */
async function rateNothing(): Promise<void> {}

function fromVisitor(conversation: string, id: string, text: string) {
  return {
    id: `${conversation}:${id}`,
    conversation,
    address: { conversation },
    order: new Date().toISOString(),
    author: { id: conversation, name: '' },
    place: 'web',
    text: text.trim() || ' ',
    isForBot: true,
  };
}

function addStreamRoute(
  app: App,
  services: Pick<ChatbotServices, 'chatbotHub' | 'config' | 'database' | 'secrets'>,
): void {
  const closing = new AbortController();
  app.addHook('preClose', async () => closing.abort());
  const { visitorStreams, visitorAddressStreams, visitorChatbotStreams } = services.config;
  const openAtOnce = { visitor: visitorStreams, address: visitorAddressStreams, chatbot: visitorChatbotStreams };
  app.get(
    `${base}/stream`,
    {
      schema: {
        tags,
        operationId: 'streamConversation',
        summary: 'Stream the conversation, with answers while they are written',
        description:
          'Server-sent events: `{type: "messages", messages, busy}`, `{type: "preview", reply_to, text}`, and `{type: "end"}` once everything is answered or the chatbot is stopped.',
        params,
        response: {
          200: documented({ description: 'Events.', content: { 'text/event-stream': { schema: eventStream } } }),
          ...problems(...missing),
        },
      },
      config: { ...config, answers: ['text/event-stream'] },
    },
    async (request, reply) => {
      const { row } = await requireWebChatbot(request, reply, services);
      const key = requireVisitor(request, services, row);
      const keys = { visitor: `${row.id} ${key}`, address: `${row.id} ${request.ip}`, chatbot: row.id };
      app.openStreams.add(reply.raw, 'visitor_streams', sharesOf(openAtOnce, keys));
      const visit = {
        chatbot: row,
        key,
        signal: AbortSignal.any([signalOf(reply), closing.signal]),
        standing: () => standingOf(request, services),
      };
      reply.type('text/event-stream').header('cache-control', 'no-store').header('x-accel-buffering', 'no');
      return reply.send(Readable.from(streamConversation(services, visit)));
    },
  );
}
