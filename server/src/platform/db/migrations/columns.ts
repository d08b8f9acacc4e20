import { type CreateTableBuilder, type Kysely, type RawBuilder, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { isPostgres } from '../engine.ts';

/** A text column that sorts by bytes on both databases, whatever the locale of PostgreSQL. */
export function bytewiseText(database: Kysely<unknown>): RawBuilder<unknown> {
  return isPostgres(database) ? sql`text collate "C"` : sql`text`;
}

/** The columns that every record has. */
export function addRecordColumns<Table extends string>(
  table: CreateTableBuilder<Table>,
): CreateTableBuilder<Table, 'id' | 'created_at' | 'updated_at' | 'created_by' | 'revision'> {
  return table
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('updated_at', 'text', (column) => column.notNull())
    .addColumn('created_by', 'text')
    .addColumn('revision', 'integer', (column) => column.notNull().defaultTo(1));
}

/** A migration that adds columns, which are null in existing rows. */
export function addColumns(table: string, columns: Record<string, 'text' | 'integer' | 'bigint'>): Migration {
  return {
    async up(database) {
      for (const [name, type] of Object.entries(columns))
        await database.schema.alterTable(table).addColumn(name, type).execute();
    },
  };
}
