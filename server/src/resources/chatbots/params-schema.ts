import { type Static, Type } from 'typebox';

const sentence = (description: string) => Type.Optional(Type.String({ minLength: 1, maxLength: 2000, description }));
const people = (description: string) =>
  Type.Optional(Type.Array(Type.String({ minLength: 1, maxLength: 200 }), { maxItems: 1000, description }));

/** How a chatbot behaves. Its own sentences replace the defaults. */
export const chatbotParams = Type.Object(
  {
    greeting: sentence('Said to who begins: on /start, and when the widget is opened.'),
    apology: sentence('Said when a message could not be answered; the trace ID is added.'),
    stream: Type.Optional(
      Type.Boolean({
        description: 'Show the answer while it is being written, where the platform can. True when absent.',
      }),
    ),
    groups: Type.Optional(
      Type.Enum(['mentions', 'all'], { description: 'Which messages of groups it answers; `mentions` when absent.' }),
    ),
    allowed_users: people('IDs of the only users that it answers; all when absent.'),
    allowed_channels: people('IDs of the only channels, groups or chats that it answers in; all when absent.'),
    rate_limit: Type.Optional(
      Type.Object(
        {
          messages: Type.Integer({ minimum: 1, maximum: 100_000 }),
          seconds: Type.Integer({ minimum: 1, maximum: 86_400 }),
        },
        {
          additionalProperties: false,
          description: 'Most messages of one user in so many seconds; 20 in 60 when absent.',
        },
      ),
    ),
    memory: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 200,
        description: 'How many earlier messages of the conversation the agent sees; 20 when absent.',
      }),
    ),
    handover: Type.Optional(
      Type.Object(
        {
          url: Type.String({ pattern: '^https?://', maxLength: 2000, description: 'an http or https address' }),
          secret: Type.String({
            minLength: 24,
            maxLength: 200,
            description: 'Signs the call (Standard Webhooks). Write-only.',
          }),
          message: sentence('Said to the user instead of the answer that the agent could not give.'),
        },
        {
          additionalProperties: false,
          description: 'Who is told when the agent says that it cannot answer: gets the conversation by a signed POST.',
        },
      ),
    ),
  },
  { additionalProperties: false, title: 'ChatbotParams' },
);
export type ChatbotParams = Static<typeof chatbotParams>;
