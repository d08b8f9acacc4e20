import { Type } from 'typebox';
import { dialects } from '../dialects.ts';
import { defineEngine } from '../engine.ts';
import { filePath } from '../parameters.ts';

/** A file. SQLite's own parser reports all that a query does; a process of its own opens it read-only. */
export const sqlite = defineEngine({
  name: 'sqlite',
  parameters: Type.Object(
    { path: filePath('/srv/databases/shop.db') },
    { additionalProperties: false, title: 'SqliteParameters' },
  ),
  dialect: dialects.sqlite,
  open: async (parameters, services) => (await import('./open-database.ts')).openDatabase(parameters, services),
});
