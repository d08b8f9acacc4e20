import { type Static, Type } from 'typebox';
import { roles } from '../../caller.ts';
import { name, nameOrId, recordFields, timestamp } from '../../http/reply/schemas.ts';

const role = Type.Enum(roles, { description: 'What the key may do; docs/security.md has the table.' });
const projects = Type.Union([Type.Array(nameOrId, { maxItems: 1000 }), Type.Null()], {
  description: 'Names or IDs of the projects that the key is limited to; null for all.',
});
const expiry = Type.Union([Type.String({ maxLength: 40 }), Type.Null()], {
  description: 'Expiry, a future RFC 3339 time; null for never.',
});
const rate = Type.Union([Type.Integer({ minimum: 1, maximum: 1_000_000 }), Type.Null()], {
  description: "Allowed requests per second; null for the service's rate (`SIBYL_REQUESTS_PER_SECOND`).",
});
const tokens = Type.Union([Type.Integer({ minimum: 1, maximum: 1_000_000_000_000 }), Type.Null()], {
  description: 'Tokens of language models that agents may use for the key in a day (UTC); null sets no limit.',
});
const moment = Type.Union([timestamp, Type.Null()]);

const keyFields = {
  ...recordFields,
  role,
  projects: Type.Union([Type.Array(Type.String()), Type.Null()], {
    description: 'Names of the projects that the key is limited to; null for all.',
  }),
  requests_per_second: rate,
  tokens_a_day: tokens,
  expires_at: moment,
  last_used_at: moment,
  former_secret_until: Type.Union([timestamp, Type.Null()], {
    description: "End of the previous secret's validity.",
  }),
};

export const keyRecord = Type.Object(keyFields, { title: 'Key' });
export type KeyRecord = Static<typeof keyRecord>;

export const keyWithSecret = Type.Object(
  { ...keyFields, secret: Type.String({ description: 'Shown only once: the service stores only a keyed hash.' }) },
  { title: 'KeyWithSecret' },
);
export type KeyWithSecret = Static<typeof keyWithSecret>;

export const keyCreation = Type.Object(
  {
    name,
    role,
    projects: Type.Optional(projects),
    requests_per_second: Type.Optional(rate),
    tokens_a_day: Type.Optional(tokens),
    expires_at: Type.Optional(expiry),
  },
  { additionalProperties: false, examples: [{ name: 'web-shop', role: 'predictor', projects: ['default'] }] },
);
export type KeyCreation = Static<typeof keyCreation>;

export const keyChange = Type.Object(
  {
    name: Type.Optional(name),
    role: Type.Optional(role),
    projects: Type.Optional(projects),
    requests_per_second: Type.Optional(rate),
    tokens_a_day: Type.Optional(tokens),
    expires_at: Type.Optional(expiry),
  },
  { additionalProperties: false, examples: [{ role: 'viewer' }] },
);
export type KeyChange = Static<typeof keyChange>;

const overlap = Type.Integer({
  minimum: 0,
  maximum: 30 * 24 * 3600,
  description: 'Seconds for which the previous secret stays valid. Default: 0.',
});

/** The body is optional. */
export const keyRotation = Type.Union(
  [Type.Object({ overlap_seconds: Type.Optional(overlap) }, { additionalProperties: false }), Type.Null()],
  { examples: [{ overlap_seconds: 3600 }] },
);
export type KeyRotation = Static<typeof keyRotation>;

export const keyPath = Type.Object({ keyName: nameOrId });
