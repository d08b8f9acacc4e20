import { writeFile } from 'node:fs/promises';
import { figureText } from '@sibyl/engine/figure-text.ts';
import type { ModelHandle, Monitoring } from '../../../sdk/src/index.ts';
import { addTruths } from '../../../sdk/src/truths.ts';
import { note, print, printJson, printTable } from './print.ts';
import { readRows } from './rows-of-file.ts';

/** Prints the windows of a watched model and its open alarms. */
export async function showMonitoring(model: ModelHandle, json?: boolean): Promise<void> {
  const monitoring = await model.monitoring();
  if (json) return printJson(monitoring);
  for (const { cause, since, detail } of monitoring.alarms) print(`${cause} since ${since}: ${detail}`);
  if (monitoring.windows.length === 0)
    return print(
      monitoring.monitor ? 'No predictions yet.' : 'The model is not monitored. Turn it on: monitor <model> on.',
    );
  printTable(
    monitoring.windows.map(({ start, rows, columns, together, truths, live }) => ({
      window: start.slice(0, 16),
      rows,
      drift: columns.flatMap(({ column, is_drift }) => (is_drift ? [column] : [])).join(' ') || '-',
      auc: together?.auc.toFixed(3) ?? '-',
      'actual values': truths,
      live: live.map(({ metric, value }) => `${metric} ${figureText(value)}`).join(' ') || '-',
    })),
  );
  if (monitoring.shadow) printShadow(monitoring.shadow);
}

/** Prints what a challenger that answers in the background is worth. */
function printShadow({ version, champion, truths, figures }: NonNullable<Monitoring['shadow']>): void {
  print(`Version ${version} in the background, on the ${truths} actual values that version ${champion} has too:`);
  printTable(
    figures.map(({ metric, gain, standard_error, ...figure }) => ({
      metric,
      [`version ${champion}`]: figureText(figure.champion),
      [`version ${version}`]: figureText(figure.challenger),
      gain: gain === null ? '-' : `${figureText(gain)} ± ${figureText(standard_error, 2)}`,
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

/** Prints the parts of columns that are worse than elsewhere, or than before. */
export async function showErrors(model: ModelHandle, json?: boolean): Promise<void> {
  const errors = await model.errors();
  if (json) return printJson(errors);
  if (errors.error === null) return print('No actual values are known yet.');
  print(`${errors.metric} ${figureText(errors.error)} of ${errors.truths} actual values since ${errors.from}`);
  const rows = errors.columns.flatMap(({ column, parts }) => parts.map((part) => ({ column, ...part })));
  const told = rows.filter(({ is_worse, got_worse }) => is_worse || got_worse);
  if (told.length === 0) return print(`None of ${errors.looked_at} parts is significantly worse than the others.`);
  printTable(
    told.map(({ column, kind, value, above, up_to, truths, error, elsewhere, before }) => ({
      column,
      rows: value ?? (kind === 'range' || kind === 'length' ? `${above ?? ''}..${up_to ?? ''}` : kind),
      'actual values': truths,
      error: figureText(error),
      elsewhere: textOf(elsewhere),
      before: textOf(before),
    })),
  );
}

function textOf(figure: number | null): string {
  return figure === null ? '-' : figureText(figure);
}

/** Truths of one request. */
const mostTruths = 5000;

/** Sends the actual values in a file of JSON. */
export async function tellTruths(model: ModelHandle, path: string, json?: boolean): Promise<void> {
  const rows = await readRows(path);
  let told: Awaited<ReturnType<ModelHandle['sendTruths']>> = { received: 0, joined: 0, waiting: 0 };
  for (let start = 0; start < rows.length; start += mostTruths)
    told = addTruths(told, await model.sendTruths(rows.slice(start, start + mostTruths)));
  if (json) return printJson(told);
  print(`${told.joined} of ${told.received} actual values matched a prediction, ${told.waiting} are unmatched so far.`);
  const { unseen_classes: unseen } = told;
  if (unseen)
    note(`${unseen.count} have classes that training never saw, and count as errors: ${unseen.examples.join(', ')}.`);
}

/** Queues the next version, which grows on from the one that answers. */
export async function grow(model: ModelHandle, json?: boolean): Promise<void> {
  const record = await model.grow();
  if (json) return printJson(record);
  print(`Version ${record.version} continues version ${record.grown_from}; \`sibyl models ${record.name}\` shows it.`);
}
