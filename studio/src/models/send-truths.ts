import type { Model, Result } from '@sibyl/sdk';
import { addTruths } from '../../../sdk/src/truths.ts';
import { sibyl } from '../shared/client.ts';
import { nameFor } from '../tables/upload.ts';

type Told = Result<'sendTruths'>;
type Row = Record<string, unknown>;

/** The column that names a prediction by its time. */
const timeColumn = 'predicted_at';
/** Truths of one request. */
const atOnce = 5000;

/**
 * Sends what a file says was true. The file is read as a table is, in whatever way it is written, and that table is
 * deleted again. Rows whose truth is not known yet are left out.
 */
export async function sendTruths({ project: name, name: modelName, target }: Model, file: File): Promise<Told> {
  const project = sibyl.project(name);
  const taken = new Set((await project.tables.list()).map((table) => table.name));
  const table = nameFor(`truths_of_${file.name}`, taken);
  const { columns } = await project.tables.upload(table, file);
  // A month is no day: as a date it would be the first one.
  if (columns?.some(({ name, type }) => name === timeColumn && type === 'date'))
    await project.tables.upload(table, file, { replace: true, types: JSON.stringify({ [timeColumn]: 'text' }) });
  let told: Told = { received: 0, joined: 0, waiting: 0 };
  const send = async (rows: Row[]) => {
    told = addTruths(told, await project.model(modelName).sendTruths(rows));
  };
  try {
    let rows: Row[] = [];
    for await (const row of project.table(table).rows({ limit: 1000 }) as AsyncIterable<Row>) {
      if (row[target] === null) continue;
      rows.push(row);
      if (rows.length < atOnce) continue;
      await send(rows);
      rows = [];
    }
    if (rows.length > 0) await send(rows);
  } finally {
    await project.table(table).delete({ permanently: true });
  }
  return told;
}
