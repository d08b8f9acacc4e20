import { type Static, Type } from 'typebox';
import { timestamp } from '../../http/reply/schemas.ts';

const orNull = <Shape extends Parameters<typeof Type.Union>[0][number]>(shape: Shape) =>
  Type.Union([shape, Type.Null()]);

export const jobQuery = Type.Object(
  { limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 500, default: 100, description: 'Maximum of jobs.' })) },
  { additionalProperties: false },
);

export const jobRecord = Type.Object(
  {
    kind: Type.Enum(['training', 'predictions', 'evaluation', 'embedding'] as const),
    record: Type.String({
      description: 'Address of the record that the job works for.',
      examples: ['/api/projects/default/models/home_rentals_model.1'],
    }),
    name: Type.String({ description: 'Name of the model, agent or knowledge base.' }),
    part: orNull(Type.String({ description: 'Name of the evaluation, or ID of the batch; null for other kinds.' })),
    version: orNull(Type.Integer({ description: 'Version of the model or agent.' })),
    status: Type.Enum(['queued', 'running', 'complete', 'failed', 'cancelled'] as const),
    phase: orNull(Type.String({ examples: ['searching'] })),
    fraction: orNull(Type.Number({ minimum: 0, maximum: 1, description: 'Null unless it runs.' })),
    error: orNull(Type.String({ description: 'What went wrong, as a sentence that the user can act on.' })),
    created_at: timestamp,
    started_at: orNull(timestamp),
    finished_at: orNull(timestamp),
  },
  { title: 'Job' },
);
export type JobRecord = Static<typeof jobRecord>;
