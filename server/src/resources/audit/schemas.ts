import { type Static, Type } from 'typebox';
import { timestamp } from '../../http/reply/schemas.ts';
import { listQueryFields } from '../../http/request/listing.ts';
import { beforeMoment, fromMoment } from '../../http/request/moments.ts';
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
        'ID of the key, `oidc:` and the subject of a token, `local`, or `operator`; null for an unidentified caller.',
      examples: ['key_01JZ0000000000000000000000'],
    }),
    role: Type.Union([Type.String(), Type.Null()]),
    address: Type.Union([Type.String(), Type.Null()], { description: 'Address that the request came from.' }),
    request_id: Type.String(),
    action,
    project_id: Type.Union([Type.String(), Type.Null()]),
    subject: Type.String({
      description: 'Address of the affected record.',
      examples: ['/api/projects/pricing/tables/homes'],
    }),
    outcome,
    status: Type.Union([Type.Integer(), Type.Null()], { description: 'Status of the response.' }),
    code: Type.Union([Type.String(), Type.Null()], { description: 'Error code, if any.' }),
  },
  { title: 'AuditEntry' },
);
export type AuditEntry = Static<typeof auditEntry>;

const { cursor } = listQueryFields;

export const auditQuery = Type.Object(
  {
    actor: Type.Optional(Type.String({ maxLength: 300, description: 'Only entries of this actor.' })),
    action: Type.Optional(action),
    outcome: Type.Optional(outcome),
    project: Type.Optional(
      Type.String({ maxLength: 140, description: 'Name or ID; only the ID for a deleted project.' }),
    ),
    since: Type.Optional(fromMoment),
    until: Type.Optional(beforeMoment),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000, description: 'Page size. Default: 1000.' })),
    cursor,
  },
  { additionalProperties: false },
);
export type AuditQuery = Static<typeof auditQuery>;
