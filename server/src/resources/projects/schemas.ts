import { type Static, Type } from 'typebox';
import { removalFields } from '../../http/reply/removal.ts';
import { name, recordFields } from '../../http/reply/schemas.ts';
import { projectLimits, sentLimits } from './limits.ts';

const description = Type.String({ maxLength: 2000, examples: ['Prices of rented homes'] });
const metadata = Type.Record(Type.String(), Type.Unknown(), {
  description: 'Any JSON object of at most 16 KiB.',
  examples: [{ team: 'pricing' }],
});

export const projectRecord = Type.Object(
  {
    ...recordFields,
    project: Type.String({ description: 'Its own name, as on every record.' }),
    description: Type.String(),
    metadata: Type.Record(Type.String(), Type.Unknown()),
    limits: projectLimits,
  },
  { title: 'Project' },
);
export type ProjectRecord = Static<typeof projectRecord>;

export const projectCreation = Type.Object(
  {
    name,
    description: Type.Optional(description),
    metadata: Type.Optional(metadata),
    limits: Type.Optional(sentLimits),
  },
  { additionalProperties: false, examples: [{ name: 'pricing', description: 'Prices of rented homes' }] },
);
export type ProjectCreation = Static<typeof projectCreation>;

export const projectChange = Type.Object(
  {
    name: Type.Optional(name),
    description: Type.Optional(description),
    metadata: Type.Optional(metadata),
    limits: Type.Optional(sentLimits),
  },
  { additionalProperties: false, examples: [{ description: 'Prices of rented homes, 2026' }] },
);
export type ProjectChange = Static<typeof projectChange>;

export const projectDeletion = Type.Object(
  {
    cascade: Type.Optional(Type.Boolean({ default: false, description: 'Deletes the project with all its contents.' })),
    ...removalFields,
  },
  { additionalProperties: false },
);
