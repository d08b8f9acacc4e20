import { type Static, Type } from 'typebox';
import { addressPattern } from '../../platform/channels/address-pattern.ts';
import { standardSecretPattern } from '../../platform/channels/signatures.ts';

/** Alarms of watched models that can be posted: their events are `sibyl.model.<cause>`. */
export const postedCauses = [
  'drift',
  'accuracy_dropped',
  'coverage_lost',
  'stale',
  'challenger_ready',
  'retrained',
] as const;

const sentence = (description: string) => Type.Optional(Type.String({ minLength: 1, maxLength: 2000, description }));
const people = (description: string) =>
  Type.Optional(Type.Array(Type.String({ minLength: 1, maxLength: 200 }), { maxItems: 1000, description }));

/** How a chatbot behaves. Its own sentences replace the defaults. */
export const chatbotParams = Type.Object(
  {
    greeting: sentence('Greeting of a new user: on /start, and when the widget opens.'),
    apology: sentence('Sent when a message could not be answered, with the trace ID.'),
    stream: Type.Optional(
      Type.Boolean({
        description: 'Whether to show the answer while it is being written, if the platform can. Default: true.',
      }),
    ),
    groups: Type.Optional(
      Type.Enum(['mentions', 'all'], { description: 'Which messages in groups it answers. Default: `mentions`.' }),
    ),
    ratings: Type.Optional(
      Type.Boolean({
        description: 'Whether to put 👍 and 👎 below answers, which count as feedback of the agent. Default: false.',
      }),
    ),
    documents: Type.Optional(
      Type.Object(
        {
          knowledge_base: Type.String({
            minLength: 1,
            maxLength: 140,
            description: 'Name or ID of the knowledge base that stores them.',
          }),
          max_bytes: Type.Optional(
            Type.Integer({
              minimum: 1,
              maximum: 10_000_000,
              description: 'Maximum size of a file in bytes. Default: 5,000,000.',
            }),
          ),
        },
        {
          additionalProperties: false,
          description: 'Stores documents that people send in a knowledge base. Without it, files are not read.',
        },
      ),
    ),
    allowed_users: people('IDs of the users that it answers, for several Slack workspaces as `T1:U1`. Default: all.'),
    allowed_channels: people(
      'IDs of the channels, groups or chats in which it answers, for several Slack workspaces as `T1:C1`. Default: all.',
    ),
    rate_limit: Type.Optional(
      Type.Object(
        {
          messages: Type.Integer({ minimum: 1, maximum: 100_000 }),
          seconds: Type.Integer({ minimum: 1, maximum: 86_400 }),
        },
        {
          additionalProperties: false,
          description: 'Maximum messages of one user in a number of seconds. Default: 20 in 60.',
        },
      ),
    ),
    memory: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 200,
        description: 'Number of earlier messages that the agent sees. Default: 20.',
      }),
    ),
    alarms: Type.Optional(
      Type.Object(
        {
          channel: Type.String({
            minLength: 1,
            maxLength: 200,
            description:
              'ID of the channel, group or chat: `C0123` in Slack (`T1:C1` with several workspaces), `-100123` in Telegram (`-100123:7` for a topic), the number of a Discord channel, a conversation of a webhook. Teams, WhatsApp and web pages take no message that nobody asked for.',
            examples: ['C0123ABC'],
          }),
          models: Type.Optional(
            Type.Array(Type.String({ minLength: 1, maxLength: 140 }), {
              minItems: 1,
              maxItems: 1000,
              description: 'Names or IDs of the models of the project. Default: all.',
            }),
          ),
          causes: Type.Optional(
            Type.Array(Type.Enum([...postedCauses]), {
              minItems: 1,
              description: 'Which alarms. Default: all but `retrained`.',
            }),
          ),
        },
        {
          additionalProperties: false,
          description: 'Posts alarms of watched models to a channel, each once. Without it none are posted.',
        },
      ),
    ),
    handover: Type.Optional(
      Type.Object(
        {
          url: Type.String({ pattern: addressPattern, maxLength: 2000, description: 'an http or https address' }),
          secret: Type.String({
            minLength: 24,
            maxLength: 200,
            pattern: standardSecretPattern,
            description: 'Signs the call (Standard Webhooks). Write-only.',
          }),
          message: sentence('Sent to the user instead of the missing answer.'),
        },
        {
          additionalProperties: false,
          description: 'Address that gets the conversation by a signed POST when the agent cannot answer.',
        },
      ),
    ),
  },
  { additionalProperties: false, title: 'ChatbotParams' },
);
export type ChatbotParams = Static<typeof chatbotParams>;
