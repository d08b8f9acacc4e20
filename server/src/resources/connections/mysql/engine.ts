import { Type } from 'typebox';
import { dialects } from '../dialects.ts';
import { defineEngine } from '../engine.ts';
import { address, credentials, schemas, text } from '../parameters.ts';
import { resolveHost } from '../resolve-host.ts';
import { openByWords } from '../served/open-by-words.ts';

/** Queries are checked word by word, and run in a read-only transaction. */
export const mysql = defineEngine({
  name: 'mysql',
  otherNames: ['mariadb'],
  parameters: Type.Object(
    {
      ...address(3306),
      database: text(64, 'Name of the database; its tables need no name before them.'),
      ...credentials,
      schemas: schemas('Further databases of the server whose tables may be read.'),
    },
    { additionalProperties: false, title: 'MysqlParameters' },
  ),
  secrets: ['password'],
  secretsGoTo: ['host', 'port', 'ssl', 'ca'],
  dialect: dialects.mysql,
  locate: ({ host }, outgoing) => resolveHost(host, outgoing),
  open: (parameters, services, address) =>
    openByWords(
      { engine: 'mysql', parameters, ownSchema: parameters.database, address },
      () => import('./grammar.ts'),
      services,
    ),
});
