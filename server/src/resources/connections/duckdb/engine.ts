import { Type } from 'typebox';
import { dialects } from '../dialects.ts';
import { defineEngine } from '../engine.ts';
import { filePath } from '../parameters.ts';

/** A file. DuckDB's own parser checks queries; they run in a locked process that opens it read-only. */
export const duckdb = defineEngine({
  name: 'duckdb',
  parameters: Type.Object(
    {
      path: filePath('/srv/databases/shop.duckdb'),
      schema: Type.Optional(
        Type.String({ minLength: 1, maxLength: 128, default: 'main', description: 'The schema of its tables.' }),
      ),
    },
    { additionalProperties: false, title: 'DuckdbParameters' },
  ),
  dialect: dialects.duckdb,
  open: async (parameters, services) => (await import('./open-database.ts')).openDatabase(parameters, services),
});
