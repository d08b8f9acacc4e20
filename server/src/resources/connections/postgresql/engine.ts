import { Type } from 'typebox';
import { dialects } from '../dialects.ts';
import { defineEngine } from '../engine.ts';
import { address, credentials, schemas, text } from '../parameters.ts';
import { resolveHost } from '../resolve-host.ts';

/** The database's own parser checks queries in a worker; they run in a read-only transaction. */
export const postgresql = defineEngine({
  name: 'postgresql',
  otherNames: ['postgres'],
  parameters: Type.Object(
    {
      ...address(5432),
      database: text(63, 'Name of the database.'),
      ...credentials,
      schemas: schemas(
        'Schemas whose tables may be read. Default: `public`. Tables of the first one need no schema name.',
      ),
    },
    { additionalProperties: false, title: 'PostgresqlParameters' },
  ),
  secrets: ['password'],
  secretsGoTo: ['host', 'port', 'ssl', 'ca'],
  dialect: dialects.postgresql,
  locate: ({ host }, outgoing) => resolveHost(host, outgoing),
  open: async (parameters, services, address) =>
    (await import('./open-database.ts')).openDatabase(parameters, services, address),
});
