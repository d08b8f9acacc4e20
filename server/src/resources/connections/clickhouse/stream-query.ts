import { randomUUID } from 'node:crypto';
import type { TableColumn } from '../../../platform/data/types.ts';
import type { Outgoing } from '../../../platform/outgoing/outgoing.ts';
import { cannotBeQueried, explainConnectionFailure } from '../failures.ts';
import { callServer, explainCallFailure, headerOf, notTheProtocol, parseAnswer } from '../http/call-server.ts';
import { readLines } from '../http/read-lines.ts';
import { withinLimits } from '../limits.ts';
import type { StreamLimits, TakeBatch } from '../served/rows.ts';
import { explainQueryFailure, isFailure } from './failures.ts';
import { cellReaderOf, columnTypeOf } from './values.ts';

export interface ClickhouseParameters {
  url: string;
  database: string;
  user: string;
  password?: string;
  schemas?: string[];
}

/**
 * Runs one query over HTTP (https://clickhouse.com/docs/en/interfaces/http), which accepts one statement. With
 * `readonly=1` the server refuses writes and changed settings. When the connection closes, it ends the query.
 */
export function streamQuery(
  { outgoing, parameters }: { outgoing: Outgoing; parameters: ClickhouseParameters },
  sql: string,
  { batchRows, maxBytes, timeoutMs, signal }: StreamLimits,
  take: TakeBatch,
): Promise<void> {
  const explain = (error: unknown) => explainConnectionFailure(explainCallFailure(error, maxBytes));
  return withinLimits({ timeoutMs, signal }, explain, async (limited) => {
    const left = new AbortController();
    const answer = await callServer(outgoing, {
      method: 'POST',
      url: urlOf(parameters, timeoutMs),
      headers: {
        'x-clickhouse-user': headerOf(parameters.user),
        'x-clickhouse-key': headerOf(parameters.password ?? ''),
      },
      body: sql,
      maxBytes,
      signal: AbortSignal.any([limited, left.signal]),
    });
    if (answer.status !== 200) throw await explainAnswer(answer, timeoutMs);
    try {
      await readBatches(answer, { batchRows, timeoutMs, maxBytes }, take);
    } finally {
      left.abort(); // ends a query whose rows are not all wanted
    }
  });
}

function urlOf({ url, database }: ClickhouseParameters, timeoutMs: number): URL {
  const target = new URL(url);
  const settings = {
    database,
    query_id: `sibyl-${randomUUID()}`,
    default_format: 'JSONCompactEachRowWithNamesAndTypes',
    readonly: '1',
    max_execution_time: String(Math.ceil(timeoutMs / 1000)),
    cancel_http_readonly_queries_on_client_close: '1',
    date_time_output_format: 'iso',
    output_format_json_quote_64bit_integers: '1',
    output_format_json_quote_decimals: '1',
    output_format_json_quote_denormals: '1',
  };
  for (const [name, value] of Object.entries(settings)) target.searchParams.set(name, value);
  return target;
}

async function explainAnswer(answer: Response, timeoutMs: number): Promise<Error> {
  const text = await answer.text();
  if (answer.status >= 300 && answer.status < 400) return cannotBeQueried('the address redirects elsewhere', 'url');
  return isFailure(text) ? explainQueryFailure(text, timeoutMs) : notTheProtocol('ClickHouse', answer.status);
}

type ReadLimits = Pick<StreamLimits, 'batchRows' | 'timeoutMs' | 'maxBytes'>;

/** The first line has the names, the second the types; a query that fails later ends with a line of its error. */
async function readBatches(answer: Response, { batchRows, timeoutMs }: ReadLimits, take: TakeBatch): Promise<void> {
  let names: string[] | undefined;
  let types: string[] | undefined;
  let columns: TableColumn[] = [];
  let readers: ReturnType<typeof cellReaderOf>[] = [];
  let rows: Parameters<TakeBatch>[0]['rows'] = [];
  for await (const line of readLines(answer)) {
    const cells = parseAnswer(line);
    if (!Array.isArray(cells))
      throw isFailure(line) ? explainQueryFailure(line, timeoutMs) : notTheProtocol('ClickHouse', 200);
    if (names === undefined) names = cells as string[];
    else if (types === undefined) {
      types = cells as string[];
      columns = names.map((name, index) => ({ name, type: columnTypeOf((cells as string[])[index]) }));
      readers = types.map(cellReaderOf);
    } else rows.push(cells.map((cell, index) => readers[index](cell)));
    if (rows.length < batchRows) continue;
    if (!(await take({ columns, rows }))) return;
    rows = [];
  }
  await take({ columns, rows });
}
