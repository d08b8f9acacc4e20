import { Type } from 'typebox';
import { dialects } from '../dialects.ts';
import { defineEngine } from '../engine.ts';
import { credentials, schemas, serverUrl, text } from '../parameters.ts';
import { openByWords } from '../served/open-by-words.ts';

/** Queries are checked word by word, and the server runs them with `readonly`. */
export const clickhouse = defineEngine({
  name: 'clickhouse',
  parameters: Type.Object(
    {
      url: serverUrl('https://clickhouse.example.com:8443'),
      database: text(128, 'Name of the database; its tables need no name before them.'),
      ...credentials,
      schemas: schemas('Further databases of the server whose tables may be read.'),
    },
    { additionalProperties: false, title: 'ClickhouseParameters' },
  ),
  secrets: ['password'],
  secretsGoTo: ['url'],
  dialect: dialects.clickhouse,
  open: (parameters, services) =>
    openByWords(
      { engine: 'clickhouse', parameters, ownSchema: parameters.database },
      () => import('./grammar.ts'),
      services,
    ),
});
