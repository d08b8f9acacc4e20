import { type Static, Type } from 'typebox';
import { responseFormat } from '../../resources/agents/completions/response-format.ts';
import { orNull, part, text } from '../fields.ts';
import { originFields } from '../origin.ts';

const message = Type.Object(
  {
    role: Type.String({ description: '`system`, `developer`, `user`, `assistant` or `tool`.' }),
    content: Type.Optional(
      Type.Union([text, Type.Array(part), Type.Null()], { description: 'Text, or parts of type `text`.' }),
    ),
    tool_call_id: Type.Optional(Type.String()),
    tool_calls: orNull(
      Type.Array(
        Type.Object(
          {
            id: Type.Optional(Type.String()),
            function: Type.Optional(
              Type.Object({ name: Type.String(), arguments: text }, { additionalProperties: true }),
            ),
          },
          { additionalProperties: true },
        ),
      ),
    ),
  },
  { additionalProperties: true },
);
export type ChatMessage = Static<typeof message>;

/** A request of OpenAI's clients. Fields without meaning here are ignored, because clients send many. */
export const chatInput = Type.Object(
  {
    model: Type.String({ minLength: 1, maxLength: 300, description: '`<project>/<agent>`, each by name or ID.' }),
    messages: Type.Array(message, { minItems: 1, maxItems: 1000 }),
    stream: orNull(Type.Boolean()),
    stream_options: orNull(
      Type.Object({ include_usage: Type.Optional(Type.Boolean()) }, { additionalProperties: true }),
    ),
    temperature: orNull(Type.Number({ minimum: 0, maximum: 2 })),
    top_p: orNull(Type.Number({ minimum: 0, maximum: 1 })),
    max_tokens: orNull(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
    max_completion_tokens: orNull(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
    seed: orNull(Type.Integer({ minimum: 0, maximum: 2 ** 31 - 1 })),
    stop: orNull(
      Type.Union([Type.String({ minLength: 1 }), Type.Array(Type.String({ minLength: 1 }), { maxItems: 4 })]),
    ),
    n: orNull(Type.Integer()),
    tools: orNull(Type.Array(Type.Unknown(), { description: 'Ignored: an agent has its own tools.' })),
    tool_choice: orNull(Type.Unknown({ description: 'Only `auto` and `none`.' })),
    response_format: orNull(responseFormat),
  },
  {
    additionalProperties: true,
    examples: [{ model: 'default/rental_desk', messages: [{ role: 'user', content: 'How many homes are there?' }] }],
  },
);
export type ChatInput = Static<typeof chatInput>;

const chatUsage = Type.Object({
  prompt_tokens: Type.Integer(),
  completion_tokens: Type.Integer(),
  total_tokens: Type.Integer(),
  prompt_tokens_details: Type.Optional(Type.Object({ cached_tokens: Type.Integer() })),
});

export const chatAnswer = Type.Object(
  {
    id: Type.String(),
    object: Type.Literal('chat.completion'),
    created: Type.Integer(),
    model: Type.String(),
    choices: Type.Array(
      Type.Object({
        index: Type.Integer(),
        message: Type.Object({
          role: Type.Literal('assistant'),
          content: Type.String(),
          refusal: Type.Null(),
          ...originFields,
        }),
        logprobs: Type.Null(),
        finish_reason: Type.String(),
      }),
    ),
    usage: chatUsage,
  },
  { title: 'ChatCompletion', additionalProperties: true },
);
export type ChatAnswer = Static<typeof chatAnswer>;

export const modelEntry = Type.Object(
  { id: Type.String(), object: Type.Literal('model'), created: Type.Integer(), owned_by: Type.String() },
  { title: 'ChatModel' },
);
export type ModelEntry = Static<typeof modelEntry>;

export const modelList = Type.Object(
  { object: Type.Literal('list'), data: Type.Array(modelEntry) },
  { title: 'ChatModelList' },
);
