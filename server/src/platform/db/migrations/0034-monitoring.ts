import { type Kysely, sql } from 'kysely';
import { bytewiseText } from './columns.ts';

/** What models were asked and answered, by windows of time, the truths that came later, and how models are retrained. */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const column of ['monitor', 'alarms', 'schedule', 'policy', 'challenger'])
    await database.schema.alterTable('models').addColumn(column, 'text').execute();
  const owned = (table: string) =>
    database.schema
      .createTable(table)
      .addColumn('model_id', 'text', (column) => column.notNull().references('models.id').onDelete('cascade'));
  await owned('monitor_references')
    .addColumn('version', 'integer', (column) => column.notNull())
    .addColumn('reference', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('monitor_references_key', ['model_id', 'version'])
    .execute();
  await owned('monitor_parts')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('version', 'integer', (column) => column.notNull())
    .addColumn('window_start', 'text', (column) => column.notNull())
    .addColumn('window_end', 'text', (column) => column.notNull())
    .addColumn('rows', 'bigint', (column) => column.notNull())
    .addColumn('picks', 'text', (column) => column.notNull())
    .execute();
  await database.schema.createIndex('monitor_parts_of_model').on('monitor_parts').columns(['model_id', 'id']).execute();
  await owned('monitor_windows')
    .addColumn('version', 'integer', (column) => column.notNull())
    .addColumn('window_start', 'text', (column) => column.notNull())
    .addColumn('window_end', 'text', (column) => column.notNull())
    .addColumn('rows', 'bigint', (column) => column.notNull())
    .addColumn('picks', 'text')
    .addColumn('sketch', 'text', (column) => column.notNull())
    .addColumn('verdict', 'text')
    .addPrimaryKeyConstraint('monitor_windows_key', ['model_id', 'version', 'window_start'])
    .execute();
  await owned('monitor_answers')
    .addColumn('row_id', bytewiseText(database), (column) => column.notNull())
    .addColumn('version', 'integer', (column) => column.notNull())
    .addColumn('window_start', 'text', (column) => column.notNull())
    .addColumn('answer', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('monitor_answers_key', ['model_id', 'row_id'])
    .execute();
  const sums = ['bounded', 'rights', 'insides', 'absolute', 'squared', 'fourth', 'confidence', 'uncertain'];
  let live = owned('monitor_live')
    .addColumn('version', 'integer', (column) => column.notNull())
    .addColumn('window_start', 'text', (column) => column.notNull())
    .addColumn('truths', 'bigint', (column) => column.notNull());
  for (const sum of sums) live = live.addColumn(sum, 'double precision', (column) => column.notNull());
  await live.addPrimaryKeyConstraint('monitor_live_key', ['model_id', 'version', 'window_start']).execute();
  await owned('monitor_truths')
    .addColumn('row_id', bytewiseText(database), (column) => column.notNull())
    .addColumn('truth', 'text', (column) => column.notNull())
    .addColumn('version', 'integer')
    .addColumn('window_start', 'text')
    .addColumn('is_right', 'integer')
    .addColumn('is_inside', 'integer')
    .addColumn('error', 'double precision')
    .addColumn('confidence', 'double precision')
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('monitor_truths_key', ['model_id', 'row_id'])
    .execute();
  await database.schema
    .createIndex('monitor_truths_of_window')
    .on('monitor_truths')
    .columns(['model_id', 'window_start', 'row_id'])
    .execute();
  // What is looked for every few seconds is little of what there is.
  const index = (name: string, table: string, column: string) =>
    database.schema.createIndex(name).on(table).column(column);
  await index('models_with_schedule', 'models', 'id').where(sql.ref('schedule'), 'is not', null).execute();
  await index('monitor_windows_unjudged', 'monitor_windows', 'window_end')
    .where(sql.ref('verdict'), 'is', null)
    .execute();
}
