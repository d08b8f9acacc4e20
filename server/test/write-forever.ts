/** Creates projects forever, each with its model in one transaction, and prints the acknowledged IDs. */
import { writeSync } from 'node:fs';
import { newId } from '../src/ids.ts';
import { type DatabaseSettings, openDatabase } from '../src/platform/db/open.ts';
import { transact } from '../src/platform/db/transact.ts';

const settings: DatabaseSettings = JSON.parse(process.argv[2]);
const database = await openDatabase(settings);

async function writeForever(): Promise<never> {
  for (;;) {
    const id = newId('prj');
    const now = new Date().toISOString();
    const record = { name: id, created_at: now, updated_at: now, created_by: null };
    const model = { ...record, project_id: id, target: 'y', active_version: null, latest_version: 1 };
    await transact(database, async (transaction) => {
      await transaction
        .insertInto('projects')
        .values({ ...record, id, description: null, metadata: null })
        .execute();
      await transaction
        .insertInto('models')
        .values({ ...model, id: newId('mdl') })
        .execute();
    });
    writeSync(1, `${id}\n`);
  }
}

await Promise.all([writeForever(), writeForever(), writeForever()]);
