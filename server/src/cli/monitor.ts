import { writeFile } from 'node:fs/promises';
import type { ModelHandle } from '../../../sdk/src/index.ts';
import { note, print, printJson, printTable } from './print.ts';

/** Prints the windows of a watched model and its open alarms. */
export async function showMonitoring(model: ModelHandle, json?: boolean): Promise<void> {
  const monitoring = await model.monitoring();
  if (json) return printJson(monitoring);
  for (const { cause, since, detail } of monitoring.alarms) print(`${cause} since ${since}: ${detail}`);
  if (monitoring.windows.length === 0)
    return print(monitoring.monitor ? 'Nothing was asked yet.' : 'The model is not watched: set its monitor.');
  printTable(
    monitoring.windows.map(({ start, rows, columns, together, truths, live }) => ({
      window: start.slice(0, 16),
      rows,
      drift: columns.flatMap(({ column, is_drift }) => (is_drift ? [column] : [])).join(' ') || '-',
      auc: together?.auc.toFixed(3) ?? '-',
      truths,
      live: live.map(({ metric, value }) => `${metric} ${value.toPrecision(3)}`).join(' ') || '-',
    })),
  );
}

interface ReportOptions {
  output?: string;
  json?: boolean;
}

/** Writes the report to a file or to the standard output. */
export async function writeReport(model: ModelHandle, { output, json }: ReportOptions): Promise<void> {
  const response = await model.report(json ? { headers: { accept: 'application/json' } } : {});
  const text = await response.text();
  if (output === undefined) return print(text);
  await writeFile(output, text);
  note(`Wrote ${output}.`);
}
