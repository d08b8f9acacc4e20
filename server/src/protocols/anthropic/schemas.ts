import { type Static, Type } from 'typebox';
import { orNull, text } from '../fields.ts';
import { originFields } from '../origin.ts';

const block = Type.Object(
  {
    type: Type.String(),
    text: Type.Optional(text),
    id: Type.Optional(Type.String()),
    name: Type.Optional(Type.String()),
    input: Type.Optional(Type.Unknown()),
    tool_use_id: Type.Optional(Type.String()),
    content: Type.Optional(Type.Unknown()),
  },
  { additionalProperties: true },
);
export type Block = Static<typeof block>;

const message = Type.Object(
  {
    role: Type.Enum(['user', 'assistant', 'system'] as const),
    content: Type.Union([text, Type.Array(block, { maxItems: 1000 })], {
      description: 'Text, or blocks of type `text`, `tool_use` and `tool_result`; `thinking` is passed over.',
    }),
  },
  { additionalProperties: true },
);
export type GivenMessage = Static<typeof message>;

/** A request of Anthropic's clients. Fields without meaning here are ignored, because clients send many. */
export const messagesInput = Type.Object(
  {
    model: Type.String({ minLength: 1, maxLength: 300, description: '`<project>/<agent>`, each by name or ID.' }),
    messages: Type.Array(message, { minItems: 1, maxItems: 1000 }),
    max_tokens: Type.Integer({ minimum: 1, maximum: 1_000_000 }),
    system: orNull(Type.Union([text, Type.Array(block, { maxItems: 1000 })])),
    stream: orNull(Type.Boolean()),
    temperature: orNull(Type.Number({ minimum: 0, maximum: 1 })),
    top_p: orNull(Type.Number({ minimum: 0, maximum: 1 })),
    stop_sequences: orNull(Type.Array(Type.String({ minLength: 1 }), { maxItems: 4 })),
    tools: orNull(Type.Array(Type.Unknown(), { description: 'Only an empty list: an agent has its own tools.' })),
    output_config: orNull(
      Type.Object(
        {
          format: orNull(
            Type.Object({ type: Type.Literal('json_schema'), schema: Type.Record(Type.String(), Type.Unknown()) }),
          ),
        },
        { additionalProperties: true },
      ),
    ),
  },
  {
    additionalProperties: true,
    examples: [
      {
        model: 'default/rental_desk',
        max_tokens: 1024,
        messages: [{ role: 'user', content: 'How many homes are there?' }],
      },
    ],
  },
);
export type MessagesInput = Static<typeof messagesInput>;

export const messageAnswer = Type.Object(
  {
    id: Type.String(),
    type: Type.Literal('message'),
    role: Type.Literal('assistant'),
    model: Type.String(),
    content: Type.Array(Type.Object({ type: Type.Literal('text'), text: Type.String(), citations: Type.Null() })),
    stop_reason: Type.Union([Type.Enum(['end_turn', 'max_tokens', 'refusal'] as const), Type.Null()]),
    stop_sequence: Type.Null(),
    usage: Type.Object({
      input_tokens: Type.Integer(),
      output_tokens: Type.Integer(),
      cache_creation_input_tokens: Type.Integer(),
      cache_read_input_tokens: Type.Integer(),
    }),
    ...originFields,
  },
  { title: 'AnthropicMessage' },
);
export type MessageAnswer = Static<typeof messageAnswer>;
