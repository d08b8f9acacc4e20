import { type Static, Type } from 'typebox';
import { recordFields, timestamp } from '../../../http/reply/schemas.ts';
import { asides, chart, citation, finishReason, grounding, step, usage } from '../completions/schemas.ts';
import { agentPath } from '../schemas.ts';

export const conversationPath = Type.Object({
  ...agentPath.properties,
  conversationId: Type.String({ minLength: 1, maxLength: 140, examples: ['cnv_01JZ0000000000000000000000'] }),
});

/** What is stored with an answer about how it was made. */
const keptAnswer = Type.Object({
  status: Type.Enum(['complete', 'failed', 'cancelled'] as const),
  finish_reason: Type.Union([finishReason, Type.Null()]),
  error: Type.Optional(Type.Object({ code: Type.String(), detail: Type.String() })),
  agent_version: Type.Integer(),
  provider: Type.String(),
  model_name: Type.String(),
  milliseconds: Type.Integer(),
  usage,
  citations: Type.Array(citation),
  chart: Type.Optional(chart),
  answered: Type.Optional(
    Type.Literal(false, {
      description: 'False for a text that refuses, asks back, or tells in doubt what may be meant.',
    }),
  ),
  ...asides,
  ...grounding,
});
export type KeptAnswer = Static<typeof keptAnswer>;

export const conversationRecord = Type.Object(
  {
    ...recordFields,
    name: Type.String({ description: 'The start of its first question.' }),
    project: Type.String(),
    agent: Type.String(),
    message_count: Type.Integer(),
    is_answering: Type.Boolean({ description: 'Whether an answer is in progress; another question must wait.' }),
  },
  { title: 'Conversation' },
);
export type ConversationRecord = Static<typeof conversationRecord>;

export const messageRecord = Type.Object(
  {
    id: Type.String({ description: "The answer's `trace_id`." }),
    role: Type.Enum(['system', 'user', 'assistant'] as const),
    content: Type.String(),
    created_at: timestamp,
    answer: Type.Union([keptAnswer, Type.Null()]),
    steps: Type.Array(step),
    feedback: Type.Optional(
      Type.Object({
        rating: Type.Enum(['up', 'down'] as const),
        comment: Type.Union([Type.String(), Type.Null()]),
        created_at: timestamp,
        created_by: Type.Union([Type.String(), Type.Null()]),
      }),
    ),
  },
  { title: 'Message' },
);
export type MessageRecord = Static<typeof messageRecord>;

export const conversationWithMessages = Type.Object(
  { ...conversationRecord.properties, messages: Type.Array(messageRecord) },
  { title: 'ConversationWithMessages' },
);
export type ConversationWithMessages = Static<typeof conversationWithMessages>;
