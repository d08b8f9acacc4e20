import { createWriteStream } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import type { ModelHandle } from '../../../sdk/src/index.ts';
import { formatOfType, typeOfFormat } from '../resources/tables/media-types.ts';
import { CommandError, openFile, typeOfFile } from './files.ts';
import { ProgressLine, print, printJson } from './print.ts';
import { readRows } from './rows-of-file.ts';

export interface PredictOptions {
  output?: string;
  format?: keyof typeof typeOfFormat;
  table?: string;
  sql?: string;
  into?: string;
  replace?: boolean;
  explain?: boolean;
  quantile?: number;
  threshold?: number;
  horizon?: number;
  cumulative?: boolean;
  history?: string;
  future?: string;
  ignoreUnknown?: boolean;
  json?: boolean;
}

/** Predicts the rows of a file, of standard input (`-`), or of a table or query of the service. */
export async function predict(model: ModelHandle, file: string | undefined, options: PredictOptions): Promise<void> {
  const { table, sql } = options;
  const given = [file, table, sql].filter((one) => one !== undefined);
  if (given.length !== 1) throw new CommandError('Give a file of rows (or - for standard input), --table or --sql.');
  if ([file, options.history, options.future].filter((one) => one === '-').length > 1)
    throw new CommandError('Only one of the files can be standard input (-).');
  if (file !== undefined && (options.history ?? options.future) !== undefined) return predictRows(model, file, options);
  if (file !== undefined) return predictFile(model, file, options);
  return predictBatch(model, table === undefined ? { sql: sql! } : { table }, options);
}

function paramsOf({ explain, quantile, threshold, horizon, cumulative, ignoreUnknown }: PredictOptions) {
  return {
    ...(explain ? { explain } : {}),
    ...(quantile === undefined ? {} : { quantile }),
    ...(threshold === undefined ? {} : { threshold }),
    ...(horizon === undefined ? {} : { horizon }),
    ...(cumulative ? { cumulative } : {}),
    ...(ignoreUnknown ? { unknown_columns: 'ignore' as const } : {}),
  };
}

/** Rows that go with a question are sent with it, so that the question is of JSON too. */
async function predictRows(model: ModelHandle, file: string, options: PredictOptions): Promise<void> {
  const answers = await model.predict(await readRows(file), { ...paramsOf(options), ...(await rowsBeside(options)) });
  if (options.output === undefined) printJson(answers);
  else await writeFile(options.output, JSON.stringify(answers));
}

async function rowsBeside({ history, future }: PredictOptions) {
  return {
    ...(history === undefined ? {} : { history: await readRows(history) }),
    ...(future === undefined ? {} : { future: await readRows(future) }),
  };
}

async function predictFile(model: ModelHandle, file: string, options: PredictOptions): Promise<void> {
  const source = file === '-' ? new Blob([await buffer(process.stdin)]) : await openFile(file);
  const type = file === '-' ? 'text/csv' : typeOfFile(file);
  const accept = acceptOf(options) ?? type;
  const response = await model.predictFile(source, type, paramsOf(options), { headers: { accept } });
  await write(response, options.output);
}

/** Returns the media type by `--format`, `--json` or the extension of the output. */
function acceptOf({ format, json, output }: PredictOptions): string | undefined {
  if (format !== undefined) return typeOfFormat[format].split(';')[0];
  if (json) return 'application/json';
  return output === undefined ? undefined : typeOfFile(output);
}

async function write(response: Response, output: string | undefined): Promise<void> {
  if (response.body === null) return;
  const body = Readable.fromWeb(response.body as Parameters<typeof Readable.fromWeb>[0]);
  await pipeline(body, output === undefined ? process.stdout : createWriteStream(output), {
    end: output !== undefined,
  });
}

const pauseMs = 300;

async function predictBatch(
  model: ModelHandle,
  from: { table: string } | { sql: string },
  options: PredictOptions,
): Promise<void> {
  const into = options.into === undefined ? {} : { into: { table: options.into, replace: options.replace === true } };
  let batch = await model.createPredictions({
    from,
    ...into,
    params: { ...paramsOf(options), ...(await rowsBeside(options)) },
  });
  const progress = new ProgressLine();
  while (batch.status === 'queued' || batch.status === 'running') {
    progress.show(
      batch.progress?.phase ?? batch.status,
      batch.progress?.fraction ?? 0,
      `, ${batch.progress?.rows ?? 0} rows`,
    );
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
    batch = await model.getPredictions(batch.id);
  }
  progress.end();
  if (batch.status === 'failed') throw new CommandError(`The batch prediction failed: ${batch.error}`);
  if (options.into !== undefined) {
    if (options.json) printJson(batch);
    else print(`Table ${options.into} has ${batch.rows} rows.`);
    return;
  }
  const format = formatOfType[acceptOf(options) ?? 'text/csv'];
  await write(await model.downloadPredictions(batch.id, { format }), options.output);
  await model.deletePredictions(batch.id);
}
