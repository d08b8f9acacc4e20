import { Type } from 'typebox';
import { dialects } from '../dialects.ts';
import { defineEngine } from '../engine.ts';
import { schemas, secret, serverUrl, text } from '../parameters.ts';
import { openByWords } from '../served/open-by-words.ts';

/** Queries are checked word by word; Snowflake has no read-only session, so the role decides what they may do. */
export const snowflake = defineEngine({
  name: 'snowflake',
  parameters: Type.Object(
    {
      account: Type.String({
        pattern: '^[A-Za-z0-9][A-Za-z0-9_.-]{0,200}$',
        description: 'Account identifier, such as `myorg-myaccount`.',
      }),
      url: Type.Optional(serverUrl('https://myorg-myaccount.privatelink.snowflakecomputing.com')),
      database: text(255, 'Name of the database, as stored: upper case unless it was made with quotes.'),
      schema: text(255, 'Schema of the tables; they need no name before them.'),
      schemas: schemas('Further schemas of the database whose tables may be read.'),
      warehouse: text(255, 'Warehouse that runs the queries.'),
      role: text(255, 'Role that may only read the intended tables.'),
      user: Type.Optional(text(255, 'With `private_key`: the user whose key it is.')),
      private_key: Type.Optional(secret(20_000, 'PEM of an unencrypted PKCS #8 key, for key-pair authentication.')),
      token: Type.Optional(secret(20_000, 'Programmatic access token or OAuth token, instead of a key.')),
      token_type: Type.Optional(
        Type.Enum(['PROGRAMMATIC_ACCESS_TOKEN', 'OAUTH'], { default: 'PROGRAMMATIC_ACCESS_TOKEN' }),
      ),
    },
    { additionalProperties: false, title: 'SnowflakeParameters' },
  ),
  secrets: ['private_key', 'token'],
  secretsGoTo: ['account', 'url'],
  dialect: dialects.snowflake,
  open: (parameters, services) =>
    openByWords(
      { engine: 'snowflake', parameters, ownSchema: parameters.schema },
      () => import('./grammar.ts'),
      services,
    ),
});
