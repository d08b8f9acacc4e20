import { type Static, Type } from 'typebox';
import { orNull, part, text } from '../../fields.ts';
import { originFields } from '../../origin.ts';

const item = Type.Object(
  {
    type: Type.Optional(
      Type.String({ description: '`message`, `function_call`, `function_call_output` or `reasoning`.' }),
    ),
    role: Type.Optional(Type.String()),
    content: Type.Optional(Type.Union([text, Type.Array(part)])),
    name: Type.Optional(Type.String()),
    call_id: Type.Optional(Type.String()),
    arguments: Type.Optional(text),
    output: Type.Optional(Type.Union([text, Type.Array(part)])),
  },
  { additionalProperties: true },
);
export type ResponseItem = Static<typeof item>;

export const responseInput = Type.Object(
  {
    model: Type.String({ minLength: 1, maxLength: 300, description: '`<project>/<agent>`, each by name or ID.' }),
    input: Type.Union([text, Type.Array(item, { minItems: 1, maxItems: 1000 })]),
    instructions: orNull(text),
    previous_response_id: orNull(
      Type.String({ maxLength: 140, description: 'Continues the conversation that ends with this response.' }),
    ),
    conversation: orNull(Type.Unknown({ description: 'Only null: `previous_response_id` continues a conversation.' })),
    stream: orNull(Type.Boolean()),
    store: orNull(
      Type.Boolean({
        description: 'Default: true. With false nothing is kept, and no other response can continue it.',
      }),
    ),
    background: orNull(Type.Boolean({ description: 'Only false.' })),
    temperature: orNull(Type.Number({ minimum: 0, maximum: 2 })),
    top_p: orNull(Type.Number({ minimum: 0, maximum: 1 })),
    max_output_tokens: orNull(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
    text: orNull(
      Type.Object(
        {
          format: Type.Optional(
            Type.Object(
              {
                type: Type.Enum(['text', 'json_object', 'json_schema'] as const),
                name: Type.Optional(Type.String()),
                schema: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
              },
              { additionalProperties: true },
            ),
          ),
        },
        { additionalProperties: true },
      ),
    ),
    tools: orNull(Type.Array(Type.Unknown(), { description: 'Ignored: an agent has its own tools.' })),
    tool_choice: orNull(Type.Unknown({ description: 'Only `auto` and `none`.' })),
  },
  { additionalProperties: true, examples: [{ model: 'default/rental_desk', input: 'How many homes are there?' }] },
);
export type ResponseInput = Static<typeof responseInput>;

const outputText = Type.Object({
  type: Type.Literal('output_text'),
  text: Type.String(),
  annotations: Type.Array(Type.Unknown()),
});
const outputMessage = Type.Object({
  type: Type.Literal('message'),
  id: Type.String(),
  status: Type.Enum(['in_progress', 'completed', 'incomplete'] as const),
  role: Type.Literal('assistant'),
  content: Type.Array(outputText),
  ...originFields,
});

export const responseAnswer = Type.Object(
  {
    id: Type.String(),
    object: Type.Literal('response'),
    created_at: Type.Integer(),
    status: Type.Enum(['in_progress', 'completed', 'incomplete', 'failed', 'cancelled'] as const),
    model: Type.String(),
    output: Type.Array(outputMessage),
    error: Type.Union([Type.Object({ code: Type.String(), message: Type.String() }), Type.Null()]),
    incomplete_details: Type.Union([Type.Object({ reason: Type.String() }), Type.Null()]),
    instructions: Type.Union([Type.String(), Type.Null()]),
    previous_response_id: Type.Union([Type.String(), Type.Null()]),
    parallel_tool_calls: Type.Boolean(),
    tools: Type.Array(Type.Unknown()),
    tool_choice: Type.String(),
    metadata: Type.Object({}),
    usage: Type.Union([
      Type.Object({
        input_tokens: Type.Integer(),
        input_tokens_details: Type.Object({ cached_tokens: Type.Integer() }),
        output_tokens: Type.Integer(),
        output_tokens_details: Type.Object({ reasoning_tokens: Type.Integer() }),
        total_tokens: Type.Integer(),
      }),
      Type.Null(),
    ]),
  },
  { title: 'Response', additionalProperties: true },
);
const inputItem = Type.Object({
  type: Type.Literal('message'),
  id: Type.String(),
  status: Type.Literal('completed'),
  role: Type.Enum(['system', 'user', 'assistant'] as const),
  content: Type.Array(
    Type.Object(
      { type: Type.Enum(['input_text', 'output_text'] as const), text: Type.String() },
      { additionalProperties: true },
    ),
  ),
});

export const inputItemList = Type.Object(
  {
    object: Type.Literal('list'),
    data: Type.Array(inputItem),
    first_id: Type.Union([Type.String(), Type.Null()]),
    last_id: Type.Union([Type.String(), Type.Null()]),
    has_more: Type.Boolean(),
  },
  { title: 'ResponseInputItems' },
);

export const responsePath = Type.Object({
  responseId: Type.String({ minLength: 1, maxLength: 140, description: 'The `id` of a response.' }),
});

export const inputItemQuery = Type.Object(
  {
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 20 })),
    order: Type.Optional(Type.Enum(['asc', 'desc'] as const, { default: 'desc' })),
    after: Type.Optional(Type.String({ maxLength: 140, description: 'ID of the last item of the page before.' })),
  },
  { additionalProperties: true },
);

export const responseDeleted = Type.Object(
  { id: Type.String(), object: Type.Literal('response'), deleted: Type.Literal(true) },
  { title: 'ResponseDeleted' },
);

export type ResponseAnswer = Static<typeof responseAnswer>;
