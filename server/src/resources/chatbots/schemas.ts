import { type Static, type TObject, Type } from 'typebox';
import { name, nameOrId, projectName, recordFields, timestamp } from '../../http/reply/schemas.ts';
import { listQueryFields } from '../../http/request/listing.ts';
import { platforms } from '../../platform/channels/platforms.ts';
import { broken } from '../skills/schemas.ts';
import { chatbotParams } from './params-schema.ts';

export const chatbotPath = Type.Object({
  projectName,
  chatbotName: Type.String({ minLength: 1, maxLength: 140, description: 'Name or ID of the chatbot.' }),
});

export const conversationPath = Type.Object({
  ...chatbotPath.properties,
  conversationId: Type.String({ minLength: 1, maxLength: 140, description: 'ID of the conversation.' }),
});

const types = platforms.map(({ type }) => type);
/** Checked by the schema of its type once the type is known. */
const channel = Type.Object(
  { type: Type.Enum(types, { description: 'The platform.' }) },
  {
    additionalProperties: true,
    title: 'Channel',
    description: `The platform and its settings (those with ? are optional); secret ones are shown as "********". ${describePlatforms()}`,
    examples: [{ type: 'web', allowed_origins: ['https://shop.example.com'] }],
  },
);

function describePlatforms(): string {
  return platforms.map(({ type, settings }) => `\`${type}\`: ${describeFields(settings)}.`).join(' ');
}

function describeFields(settings: TObject): string {
  const required: readonly string[] = settings.required ?? [];
  const fields = Object.keys(settings.properties).filter((field) => field !== 'type');
  return fields.map((field) => (required.includes(field) ? field : `${field}?`)).join(', ');
}

const chatbotStatus = Type.Enum(['stopped', 'starting', 'running', 'error']);

/** Fields that are stored and shown unchanged, in a column of the same name. All except `name` are optional. */
const plainFields = { name };
export type PlainField = keyof typeof plainFields;
export const plainFieldNames = Object.keys(plainFields) as PlainField[];

export const chatbotRecord = Type.Object(
  {
    ...plainFields,
    ...recordFields,
    project: Type.String({ description: 'Name of the project.' }),
    agent: Type.Union([Type.String(), Type.Null()], {
      description: 'Name of the agent that answers; null while it is deleted.',
    }),
    channel,
    is_running: Type.Boolean({ description: 'Whether it should run; `status` shows whether it does.' }),
    status: chatbotStatus,
    last_error: Type.Union([Type.String(), Type.Null()], { examples: ['Telegram says 401: the bot token is wrong.'] }),
    last_message_at: Type.Union([timestamp, Type.Null()]),
    refused_origins: Type.Array(Type.String(), {
      description: 'Sites whose pages tried to show the widget and are not in `allowed_origins`, the latest first.',
    }),
    webhook_url: Type.Union([Type.String(), Type.Null()], {
      description: "Address for the platform's messages or of the widget; only a path while SIBYL_PUBLIC_URL is unset.",
    }),
    webhook_note: Type.Union([Type.String(), Type.Null()], {
      description: 'What is to be done before `webhook_url` can be called from elsewhere; null if nothing is.',
    }),
    counters: Type.Object({
      received: Type.Integer({ description: 'Number of received messages.' }),
      answered: Type.Integer({ description: 'Number of answered messages.' }),
      failed: Type.Integer({ description: 'Number of failed messages, which got an apology.' }),
    }),
    params: chatbotParams,
    broken,
  },
  { title: 'Chatbot' },
);
export type ChatbotRecord = Static<typeof chatbotRecord>;

const settings = {
  agent: Type.Optional(Type.String({ ...nameOrId, description: 'Name or ID of the agent that answers.' })),
  agent_name: Type.Optional(Type.String({ ...nameOrId, description: 'The same as `agent`.' })),
  is_running: Type.Optional(Type.Boolean({ description: 'Starts or stops it.' })),
};

export const chatbotCreation = Type.Object(
  { ...plainFields, ...settings, channel, params: Type.Optional(chatbotParams) },
  {
    additionalProperties: false,
    examples: [{ name: 'shop_help', agent: 'helper', channel: { type: 'web' }, is_running: true }],
  },
);
export type ChatbotCreation = Static<typeof chatbotCreation>;

export const chatbotChange = Type.Object(
  {
    ...Type.Partial(Type.Object(plainFields)).properties,
    ...settings,
    channel: Type.Optional(channel),
    params: Type.Optional(
      Type.Object({}, { additionalProperties: true, description: 'Merged into the stored ones; null removes a key.' }),
    ),
  },
  { additionalProperties: false, examples: [{ params: { greeting: 'Hello!' } }] },
);
export type ChatbotChange = Static<typeof chatbotChange>;

export const chatbotTest = Type.Object(
  {
    ok: Type.Boolean(),
    identity: Type.Union([Type.Object({ id: Type.String(), name: Type.String() }), Type.Null()], {
      description: "The bot's identity on the platform.",
    }),
    error: Type.Union([Type.String(), Type.Null()]),
    permissions: Type.Array(
      Type.Object({
        name: Type.String(),
        granted: Type.Boolean(),
        needed: Type.Boolean({ description: 'Whether the bot cannot answer without it.' }),
        purpose: Type.String({ description: 'What it is for, or where it is missing.' }),
      }),
      { description: 'What the platform allows the bot to do; empty when it does not show that.' },
    ),
  },
  { title: 'ChatbotTest' },
);

export const chatbotListQuery = Type.Object(
  { ...listQueryFields, agent: Type.Optional(Type.String({ ...nameOrId, description: 'Only those of this agent.' })) },
  { additionalProperties: false },
);

const { limit, cursor } = listQueryFields;
export const historyQuery = Type.Object({ limit, cursor }, { additionalProperties: false });

export const conversationRecord = Type.Object(
  {
    id: Type.String(),
    chatbot: Type.String({ description: 'Name of the chatbot.' }),
    user: Type.String({ description: 'Name of the last writer on the platform; may be empty.' }),
    platform_id: Type.String({ description: "The platform's ID of the conversation." }),
    message_count: Type.Integer(),
    created_at: timestamp,
    updated_at: timestamp,
  },
  { title: 'ChatbotConversation' },
);
export type ConversationRecord = Static<typeof conversationRecord>;

export const messageRecord = Type.Object(
  {
    id: Type.String(),
    conversation_id: Type.String(),
    direction: Type.Enum(['in', 'out']),
    role: Type.Enum(['user', 'assistant']),
    user: Type.Union([Type.Object({ id: Type.String(), name: Type.String() }), Type.Null()]),
    text: Type.String(),
    kind: Type.String({
      description:
        '`text`, `attachment`, `document`, `over_limit`; `answer`, `notice`, `apology`, `handover`, `file`, `alarm`.',
    }),
    citations: Type.Array(
      Type.Object({
        source: Type.String(),
        title: Type.Optional(Type.String()),
        page: Type.Optional(Type.Integer({ description: 'Page of a PDF, from 1.' })),
        text: Type.Optional(Type.String()),
      }),
    ),
    reply_to: Type.Union([Type.String(), Type.Null()], { description: 'ID of the answered message.' }),
    status: Type.String({
      description:
        'In: `waiting`, `answering`, `answered`, `failed`, `ignored`. Out: `drafting`, `waiting`, `sending`, `sent`, `failed`.',
    }),
    error: Type.Union([Type.String(), Type.Null()]),
    trace_id: Type.Union([Type.String(), Type.Null()]),
    created_at: timestamp,
    settled_at: Type.Union([timestamp, Type.Null()], { description: 'When it was answered or sent, or failed.' }),
  },
  { title: 'ChatbotMessage' },
);
export type MessageRecord = Static<typeof messageRecord>;
