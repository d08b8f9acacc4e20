import { type Static, Type } from 'typebox';
import { monitorChange } from './monitoring/settings.ts';
import { answerThreshold, errorCosts } from './options-schema.ts';
import { retrainingPolicies, retrainingSchedule } from './retraining/schedule.ts';

/** What can be changed of a model: at least one of these. */
export const modelChange = Type.Object(
  {
    active_version: Type.Optional(Type.Integer({ minimum: 1 })),
    threshold: Type.Optional(
      Type.Union([answerThreshold, Type.Null()], {
        description:
          'Two classes: the probability from which on the answering version (or `name.N`) answers the second one, without another training. null: by its costs, without these the likelier one.',
      }),
    ),
    costs: Type.Optional(
      Type.Union([errorCosts, Type.Null()], {
        description:
          'Two classes: what errors cost, which decides the threshold unless that is sent too. null: unknown.',
      }),
    ),
    monitor: Type.Optional(
      Type.Union([monitorChange, Type.Null()], {
        description:
          'Has what is asked and answered looked at, by windows of time. null ends this and deletes what was kept; `{"enabled": false}` ends it and keeps that.',
      }),
    ),
    schedule: Type.Optional(
      Type.Union([retrainingSchedule, Type.Null()], {
        description: 'When the model is retrained by itself, on the rows that its source has then; null: never.',
      }),
    ),
    policy: Type.Optional(
      Type.Union([Type.Enum([...retrainingPolicies]), Type.Null()], {
        description:
          'Which retrained versions answer: `always` each; `better` one with less loss on the newest rows, beyond chance, or no more where a drift alarm is open; `ask` the one that somebody accepts. null: each, without a comparison.',
      }),
    ),
  },
  {
    additionalProperties: false,
    minProperties: 1,
    examples: [{ active_version: 1 }],
  },
);
export type ModelChange = Static<typeof modelChange>;
