import { connections as words } from '../words/operate.ts';

/** A parameter of a connection, as its form asks for it. */
export interface EngineField {
  key: string;
  label: string;
  /** `pairs` are names with a text each. */
  kind: 'text' | 'long' | 'number' | 'secret' | 'long secret' | 'choice' | 'list' | 'pairs';
  hint?: string;
  required?: boolean;
  /** Set in a new form. */
  usual?: string | number;
  /** Values of a choice with their labels. */
  choices?: Record<string, string>;
}

interface Engine {
  label: string;
  fields: EngineField[];
}

const { fields: label } = words;
const text = (key: keyof typeof label, more: Partial<EngineField> = {}): EngineField => ({
  key,
  label: label[key],
  kind: 'text',
  ...more,
});
const needed = (key: keyof typeof label, more: Partial<EngineField> = {}) => text(key, { required: true, ...more });
const password = text('password', { kind: 'secret' });
const encryption = text('ssl', { kind: 'choice', usual: 'verify', choices: words.sslKinds });
const port = (usual: number) => text('port', { kind: 'number', usual });

const server = (usualPort: number, schemasHint: string): EngineField[] => [
  needed('host'),
  port(usualPort),
  needed('database'),
  needed('user'),
  password,
  encryption,
  text('schemas', { kind: 'list', hint: schemasHint }),
  text('ca', { kind: 'long', hint: words.caHint }),
];
const file = needed('path', { hint: words.pathHint });

const others = text('schemas', { kind: 'list', hint: words.otherSchemasHint });

/** The engines that the service connects to; the form follows this list. */
export const engines: Record<string, Engine> = {
  postgresql: { label: 'PostgreSQL', fields: server(5432, words.schemasHint) },
  mysql: { label: 'MySQL, MariaDB', fields: server(3306, words.databasesHint) },
  sqlite: { label: 'SQLite', fields: [file] },
  duckdb: { label: 'DuckDB', fields: [file, text('schema', { hint: words.schemaHint })] },
  parquet: {
    label: 'Parquet on S3 or the web',
    fields: [
      needed('tables', { kind: 'pairs', hint: words.tablesHint }),
      text('endpoint', { hint: words.endpointHint }),
      text('region', { usual: 'us-east-1' }),
      text('access_key_id', { hint: words.keyHint }),
      text('secret_access_key', { kind: 'secret' }),
      text('session_token', { kind: 'secret' }),
    ],
  },
  trino: {
    label: 'Trino',
    fields: [
      needed('url'),
      needed('catalog'),
      needed('schema'),
      others,
      needed('user'),
      password,
      text('token', { kind: 'secret' }),
    ],
  },
  clickhouse: { label: 'ClickHouse', fields: [needed('url'), needed('database'), others, needed('user'), password] },
  snowflake: {
    label: 'Snowflake',
    fields: [
      needed('account'),
      needed('database'),
      needed('schema'),
      others,
      needed('warehouse'),
      needed('role'),
      text('user'),
      text('private_key', { kind: 'long secret', hint: words.privateKeyHint }),
      text('token', { kind: 'secret' }),
      text('token_type', { kind: 'choice', usual: 'PROGRAMMATIC_ACCESS_TOKEN', choices: words.tokenTypes }),
      text('url'),
    ],
  },
  bigquery: {
    label: 'BigQuery',
    fields: [
      needed('project'),
      needed('dataset'),
      others,
      text('location'),
      text('credentials', { kind: 'long secret', hint: words.credentialsHint }),
      text('max_bytes_billed', { kind: 'number' }),
      text('url'),
    ],
  },
};

/** Parameters that say where a database is. */
const places = ['host', 'url', 'account', 'project', 'path', 'database', 'catalog', 'dataset'];

/** Where a connection leads, in a few words. */
export function placeOf({ engine, parameters }: { engine: string; parameters: Record<string, unknown> }): string {
  const parts = places.map((key) => parameters[key]).filter((value) => typeof value === 'string');
  return [engines[engine]?.label ?? engine, ...parts].join(' · ');
}

/** The fields of a connection's form; of an engine that this page does not know, all that is stored. */
export function fieldsOf(engine: string, stored: Record<string, unknown> = {}): EngineField[] {
  return engines[engine]?.fields ?? Object.keys(stored).map((key) => ({ key, label: key, kind: 'text' }));
}
