import type { ProjectHandle } from '../../../sdk/src/index.ts';
import { print, printJson, printTable } from './print.ts';
import { printModel } from './train.ts';

/** Prints all tables, or the columns of one. */
export async function showTables(project: ProjectHandle, name: string | undefined, json?: boolean): Promise<void> {
  if (name !== undefined) {
    const table = await project.table(name).get();
    if (json) return printJson(table);
    const columns = table.columns.map(({ name: column, type, nulls, distinct, min, max }) => ({
      column,
      type,
      missing: nulls,
      distinct,
      min,
      max,
    }));
    printTable(columns as Record<string, unknown>[]);
    for (const { detail } of table.warnings) print(`note: ${detail}`);
    return;
  }
  const tables = [];
  for await (const table of project.tables.list()) tables.push(table);
  if (json) return printJson(tables);
  printTable(
    tables.map((table) => ({
      name: table.name,
      rows: table.row_count,
      columns: table.columns.length,
      created: table.created_at,
    })),
  );
}

/** Prints all models, or the accuracy of one. */
export async function showModels(project: ProjectHandle, name: string | undefined, json?: boolean): Promise<void> {
  if (name !== undefined) {
    const model = project.model(name);
    const record = await model.get();
    if (json) return printJson(record);
    if (record.status === 'complete') return printModel(model, record);
    print(`Model ${name} is ${record.status}${record.error ? `: ${record.error}` : '.'}`);
    return;
  }
  const models = [];
  for await (const model of project.models.list()) models.push(model);
  if (json) return printJson(models);
  printTable(
    models.map(({ name: model, target, task, status, version, headline }) => ({
      model,
      target,
      task,
      status,
      version,
      // Of a rare class most are right who never say it: the figure that the record leads with
      metric: headline?.metric ?? null,
      value: headline?.value ?? null,
    })),
  );
}
