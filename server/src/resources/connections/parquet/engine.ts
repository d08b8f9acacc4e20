import { Type } from 'typebox';
import { dialects } from '../dialects.ts';
import { defineEngine } from '../engine.ts';
import { secret, serverUrl, text } from '../parameters.ts';

const location = Type.String({
  maxLength: 2000,
  pattern: '^(?:https?://[^/?#@\\s]+/[^\\s]+|s3://[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]/[^?#\\s]+)$',
  description:
    'A file at `https://…` or `s3://bucket/file.parquet`, or all `.parquet` files below `s3://bucket/folder/`.',
});

/** Files are copied, and DuckDB's own parser checks queries over them in a locked process. */
export const parquet = defineEngine({
  name: 'parquet',
  parameters: Type.Object(
    {
      tables: Type.Record(Type.String({ pattern: '^[A-Za-z_][A-Za-z0-9_]{0,127}$' }), location, {
        minProperties: 1,
        maxProperties: 50,
        description: 'Name of each table and where its files are: `{"orders": "s3://lake/orders/"}`.',
      }),
      endpoint: Type.Optional(serverUrl('https://minio.example.com:9000')),
      region: Type.Optional(text(64, "The store's region. Default: `us-east-1`.")),
      access_key_id: Type.Optional(text(200, 'Without it, the store is asked without credentials.')),
      secret_access_key: Type.Optional(secret(1000)),
      session_token: Type.Optional(secret(10_000)),
    },
    { additionalProperties: false, title: 'ParquetParameters' },
  ),
  secrets: ['secret_access_key', 'session_token'],
  secretsGoTo: ['endpoint', 'region', 'access_key_id'],
  dialect: dialects.duckdb,
  open: async (parameters, services) => (await import('./open-database.ts')).openDatabase(parameters, services),
});
