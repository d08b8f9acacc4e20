import { type Static, Type } from 'typebox';
import { timestamp } from '../../http/reply/schemas.ts';
import { listQueryFields } from '../../http/request/listing.ts';
import { moment } from '../../http/request/moments.ts';
import { permissions } from '../../http/request/permissions.ts';

const outcome = Type.Enum(['begun', 'done', 'refused', 'failed'], {
  description:
    '`done`: it was answered with success. `refused`: the caller may not. `failed`: it was answered with an error. ' +
    '`begun`: the change was made, and the service ended before its answer.',
});
const action = Type.Enum(Object.keys(permissions));

export const auditEntry = Type.Object(
  {
    id: Type.String({ examples: ['aud_01JZ0000000000000000000000'] }),
    time: timestamp,
    actor: Type.Union([Type.String(), Type.Null()], {
      description:
        'ID of the key, `oidc:` and the subject of a token, `local`, `operator`; null when nobody was let in.',
      examples: ['key_01JZ0000000000000000000000'],
    }),
    role: Type.Union([Type.String(), Type.Null()]),
    address: Type.Union([Type.String(), Type.Null()], { description: 'Where the request came from.' }),
    request_id: Type.String(),
    action,
    project_id: Type.Union([Type.String(), Type.Null()]),
    subject: Type.String({
      description: 'Address of what it was done to.',
      examples: ['/api/projects/pricing/tables/homes'],
    }),
    outcome,
    status: Type.Union([Type.Integer(), Type.Null()], { description: 'What was answered.' }),
    code: Type.Union([Type.String(), Type.Null()], { description: 'Code of the error, if it was one.' }),
  },
  { title: 'AuditEntry' },
);
export type AuditEntry = Static<typeof auditEntry>;

const { cursor } = listQueryFields;

export const auditQuery = Type.Object(
  {
    actor: Type.Optional(Type.String({ maxLength: 300, description: 'Only what this one did.' })),
    action: Type.Optional(action),
    outcome: Type.Optional(outcome),
    project: Type.Optional(Type.String({ maxLength: 140, description: 'Name or ID; of a deleted project, its ID.' })),
    since: Type.Optional(moment),
    until: Type.Optional(moment),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000, description: 'Page size; 1000 when absent.' })),
    cursor,
  },
  { additionalProperties: false },
);
export type AuditQuery = Static<typeof auditQuery>;
