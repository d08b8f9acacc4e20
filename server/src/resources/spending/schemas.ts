import { type Static, Type } from 'typebox';

const orNull = <Shape extends Parameters<typeof Type.Union>[0][number]>(shape: Shape) =>
  Type.Union([shape, Type.Null()]);
const count = Type.Integer({ minimum: 0 });
const day = Type.String({ pattern: String.raw`^\d{4}-\d\d-\d\d$`, description: 'A day in UTC, such as 2026-11-28.' });

export const spendingQuery = Type.Object(
  {
    from: Type.Optional(day),
    to: Type.Optional(day),
    key: Type.Optional(
      Type.String({ maxLength: 140, description: 'ID of who asked, as in `created_by`; default: everybody.' }),
    ),
  },
  { additionalProperties: false },
);
export type SpendingQuery = Static<typeof spendingQuery>;

const spendingDay = Type.Object(
  {
    day,
    agent: orNull(Type.String({ description: 'Its name; null when it was deleted, and for a knowledge base.' })),
    agent_id: orNull(Type.String()),
    knowledge_base: orNull(
      Type.String({
        description: 'The name of the base whose vectors were made; null when it was deleted, and for an agent.',
      }),
    ),
    knowledge_base_id: orNull(Type.String()),
    provider: Type.String(),
    model_name: Type.String(),
    calls: count,
    estimated_calls: Type.Integer({
      minimum: 0,
      description: 'Of them, those whose tokens the provider did not tell, as of answers that were broken off.',
    }),
    input_tokens: count,
    output_tokens: count,
    cached_tokens: count,
    cost: orNull(
      Type.Number({
        description: 'As the provider told it, else by `SIBYL_MODEL_PRICES`; null when neither is known.',
      }),
    ),
    first_token_ms: orNull(
      Type.Integer({ description: 'Mean time until an answer began; null where it was not seen.' }),
    ),
  },
  { title: 'SpendingDay' },
);

export const spending = Type.Object(
  {
    today: Type.Object({
      tokens: Type.Integer({ minimum: 0, description: 'Tokens that the project used today.' }),
      tokens_a_day: orNull(Type.Integer({ description: 'How many it may use; null for no limit.' })),
      resets_at: Type.String({ description: 'When the next day begins.' }),
    }),
    days: Type.Array(spendingDay, { description: 'By day, agent or knowledge base, and model, the newest first.' }),
  },
  { title: 'Spending' },
);
export type Spending = Static<typeof spending>;
