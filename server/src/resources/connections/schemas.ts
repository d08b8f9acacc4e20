import { type Static, Type } from 'typebox';
import { name, nameOrId, projectName, recordFields, timestamp } from '../../http/reply/schemas.ts';

export const connectionPath = Type.Object({ projectName, connectionName: nameOrId });

/** Engine names, with a common alias. */
export const engines = { postgresql: 'postgresql', postgres: 'postgresql' } as const;

const engine = Type.Enum(Object.keys(engines) as (keyof typeof engines)[], {
  description: 'PostgreSQL 12 or newer, and databases with its protocol.',
});

const text = (maxLength: number, description: string) => Type.String({ minLength: 1, maxLength, description });

export const postgresqlParameters = Type.Object(
  {
    host: text(255, 'Name or address.'),
    port: Type.Optional(Type.Integer({ minimum: 1, maximum: 65_535, default: 5432 })),
    database: text(63, 'Name of the database.'),
    user: text(63, 'Preferably a database role that may only read the intended tables.'),
    password: Type.Optional(text(1000, 'Write-only: shown as `********`.')),
    ssl: Type.Optional(
      Type.Enum(['verify', 'require', 'disable'], {
        description:
          '`verify` checks the certificate of the server (default), `require` only encrypts, `disable` neither.',
      }),
    ),
    ca: Type.Optional(text(100_000, "PEM certificate of the trusted authority. Default: the system's.")),
    schemas: Type.Optional(
      Type.Array(text(63, 'A schema.'), {
        minItems: 1,
        maxItems: 20,
        description:
          'Schemas whose tables may be read. Default: `public`. Tables of the first one need no schema name.',
      }),
    ),
  },
  { additionalProperties: false, title: 'PostgresqlParameters' },
);
export type PostgresqlParameters = Static<typeof postgresqlParameters>;

/** Merged into the stored parameters: each may be left out, and null removes one. */
const parameterChange = Type.Record(Type.String(), Type.Unknown(), {
  description: 'Merged into the stored ones; null removes a key.',
});

const status = Type.Enum(['untested', 'ok', 'failed'], { description: 'Result of the last test.' });
const lastError = Type.Union([Type.String(), Type.Null()]);

export const connectionRecord = Type.Object(
  {
    ...recordFields,
    project: Type.String(),
    engine: Type.Enum(['postgresql']),
    parameters: Type.Record(Type.String(), Type.Unknown(), { description: 'The password is shown as `********`.' }),
    status,
    last_error: lastError,
    tested_at: Type.Union([timestamp, Type.Null()]),
  },
  { title: 'Connection' },
);
export type ConnectionRecord = Static<typeof connectionRecord>;

export const connectionCreation = Type.Object(
  { name, engine, parameters: postgresqlParameters },
  {
    additionalProperties: false,
    examples: [
      {
        name: 'shop',
        engine: 'postgresql',
        parameters: { host: 'db.example.com', database: 'shop', user: 'reader', password: 'secret' },
      },
    ],
  },
);
export type ConnectionCreation = Static<typeof connectionCreation>;

export const connectionChange = Type.Object(
  { name: Type.Optional(name), parameters: Type.Optional(parameterChange) },
  { additionalProperties: false, examples: [{ parameters: { schemas: ['public', 'sales'] } }] },
);
export type ConnectionChange = Static<typeof connectionChange>;

export const connectionTestAnswer = Type.Object(
  {
    status,
    last_error: lastError,
    server_version: Type.Union([Type.String(), Type.Null()]),
    tables: Type.Array(Type.String(), { description: 'Readable tables, at most 1,000.' }),
  },
  { title: 'ConnectionTest' },
);
export type ConnectionTestAnswer = Static<typeof connectionTestAnswer>;
