import { type Static, type TObject, Type } from 'typebox';
import { name, nameOrId, projectName, recordFields, timestamp } from '../../http/reply/schemas.ts';
import { engineNames, engines } from './engines.ts';

export const connectionPath = Type.Object({ projectName, connectionName: nameOrId });

const names = engines.map(({ name: engine }) => engine);

const engine = Type.Enum(engineNames, {
  description: `What kind of database: ${names.join(', ')}. Each has parameters of its own.`,
});

/** `host, user; port?`: the parameters of an engine, those that may be left out with a question mark. */
function parametersOf({ properties, required }: TObject): string {
  const needed: readonly string[] = required ?? [];
  const names = Object.keys(properties).map((key) => (needed.includes(key) ? key : `${key}?`));
  return names.join(', ');
}

const listed = engines.map(({ name: of, parameters: shape }) => `\`${of}\`: ${parametersOf(shape)}`);
const parameters = Type.Object(
  {},
  { additionalProperties: true, description: `As the engine has them; secrets are write-only. ${listed.join('. ')}.` },
);

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
    engine: Type.Enum(names),
    parameters: Type.Record(Type.String(), Type.Unknown(), { description: 'Secrets are shown as `********`.' }),
    status,
    last_error: lastError,
    tested_at: Type.Union([timestamp, Type.Null()]),
  },
  { title: 'Connection' },
);
export type ConnectionRecord = Static<typeof connectionRecord>;

const test = Type.Optional(
  Type.Boolean({
    description:
      'true: the database is queried first, and nothing is saved where it does not answer (`connection_failed`).',
  }),
);

export const connectionCreation = Type.Object(
  { name, engine, parameters, test },
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
  { name: Type.Optional(name), parameters: Type.Optional(parameterChange), test },
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
