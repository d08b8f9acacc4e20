import { type Static, Type } from 'typebox';
import { agentPath } from '../schemas.ts';

export const messagePath = Type.Object({
  ...agentPath.properties,
  messageId: Type.String({ minLength: 1, maxLength: 140, description: "The answer's `trace_id`." }),
});

const rating = Type.Union([Type.Enum(['up', 'down'] as const), Type.Null()], {
  description: 'Whether the answer is good; null removes an earlier rating.',
});
const comment = Type.String({ maxLength: 4000 });

export const feedbackInput = Type.Object(
  { rating, comment: Type.Optional(comment) },
  { additionalProperties: false, examples: [{ rating: 'up', comment: 'Just what I asked for.' }] },
);
export type FeedbackInput = Static<typeof feedbackInput>;

export const feedbackRecord = Type.Object(
  {
    message_id: Type.String(),
    rating,
    comment: Type.Union([comment, Type.Null()]),
    example: Type.Union(
      [Type.Object({ skill: Type.String(), question: Type.String(), sql: Type.String() }), Type.Null()],
      {
        description:
          'The question and its SQL, now an example of the skill. Null if the answer used no SQL or depends on an earlier question, or if the caller may not change skills.',
      },
    ),
  },
  { title: 'Feedback' },
);
export type FeedbackRecord = Static<typeof feedbackRecord>;
