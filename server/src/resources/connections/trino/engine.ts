import { Type } from 'typebox';
import { dialects } from '../dialects.ts';
import { defineEngine } from '../engine.ts';
import { schemas, secret, serverUrl, text } from '../parameters.ts';
import { openByWords } from '../served/open-by-words.ts';

/** Queries are checked word by word, and run in a read-only transaction. */
export const trino = defineEngine({
  name: 'trino',
  parameters: Type.Object(
    {
      url: serverUrl('https://trino.example.com:8443'),
      catalog: text(128, 'Catalog of the tables.'),
      schema: text(128, 'Schema of the tables; they need no name before them.'),
      schemas: schemas('Further schemas of the catalog whose tables may be read.'),
      user: text(128, 'Preferably one that may only read the intended tables.'),
      password: Type.Optional(secret(1000, 'For servers with passwords.')),
      token: Type.Optional(secret(20_000, 'JSON Web Token, for servers with tokens.')),
    },
    { additionalProperties: false, title: 'TrinoParameters' },
  ),
  secrets: ['password', 'token'],
  secretsGoTo: ['url'],
  dialect: dialects.trino,
  open: (parameters, services) =>
    openByWords({ engine: 'trino', parameters, ownSchema: parameters.schema }, () => import('./grammar.ts'), services),
});
