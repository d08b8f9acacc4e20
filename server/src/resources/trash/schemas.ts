import { type Static, Type } from 'typebox';
import { name, projectPath, timestamp } from '../../http/reply/schemas.ts';
import { listQueryFields } from '../../http/request/listing.ts';

export const entryPath = Type.Object({
  entryName: Type.String({
    minLength: 1,
    maxLength: 140,
    description: 'ID of what was deleted, or its name where one entry alone has it.',
    examples: ['home_rentals'],
  }),
});
export const projectEntryPath = Type.Object({ ...projectPath.properties, ...entryPath.properties });

export const trashQuery = Type.Object(
  {
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000, description: 'Page size. Default: 1000.' })),
    cursor: listQueryFields.cursor,
  },
  { additionalProperties: false },
);

export const trashEntry = Type.Object(
  {
    id: Type.String({ description: 'The ID that the record had and will have again.' }),
    kind: Type.Enum(['table', 'model', 'knowledge_base', 'skill', 'agent', 'chatbot', 'project'] as const),
    name: Type.String({ examples: ['home_rentals'] }),
    deleted_at: timestamp,
    deleted_by: Type.Union([Type.String(), Type.Null()]),
    expires_at: Type.Union([timestamp, Type.Null()], {
      description: 'When it is deleted for good; null where the trash is not emptied any more.',
    }),
  },
  { title: 'TrashEntry' },
);
export type TrashEntry = Static<typeof trashEntry>;

export const restoration = Type.Union([
  Type.Object(
    { name: Type.Optional({ ...name, description: 'The name that it gets; its own when absent.' }) },
    { additionalProperties: false, examples: [{ name: 'home_rentals_old' }] },
  ),
  Type.Null(),
]);
export type Restoration = Static<typeof restoration>;
