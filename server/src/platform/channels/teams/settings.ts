import { type Static, Type } from 'typebox';
import { addressPattern } from '../address-pattern.ts';

export const teamsSettings = Type.Object(
  {
    type: Type.Literal('teams'),
    app_id: Type.String({
      pattern: '^[0-9a-fA-F-]{36}$',
      description: 'a UUID: the Microsoft App ID of the Azure Bot',
      examples: ['00000000-0000-0000-0000-000000000000'],
    }),
    app_password: Type.String({ minLength: 8, maxLength: 200, description: 'Client secret of the app (write-only)' }),
    tenant_id: Type.Optional(
      Type.String({
        pattern: '^[0-9a-fA-F-]{36}$',
        description: 'a UUID: the tenant of a single-tenant bot',
      }),
    ),
    tenants: Type.Optional(
      Type.Enum(['any', 'installed'], {
        default: 'any',
        description: '`installed`: only tenants whose administrator said yes by a link of `POST …/installations`.',
      }),
    ),
    cloud: Type.Optional(
      Type.Enum(['public', 'usgov'], {
        default: 'public',
        description: '`usgov` for a bot of Azure Government.',
      }),
    ),
    login_url: Type.Optional(
      Type.String({
        pattern: addressPattern,
        maxLength: 500,
        description: 'an http or https address, instead of https://login.microsoftonline.com',
      }),
    ),
    keys_url: Type.Optional(
      Type.String({
        pattern: addressPattern,
        maxLength: 500,
        description: 'an http or https address, instead of the Bot Framework’s key set',
      }),
    ),
  },
  { additionalProperties: false },
);
export type TeamsSettings = Static<typeof teamsSettings>;
