import { randomUUID } from 'node:crypto';
import { ServiceError } from '../../../errors.ts';
import { dialects } from '../dialects.ts';
import { explainConnectionFailure } from '../failures.ts';
import { groupColumns } from '../group-columns.ts';
import { tooLarge, withinLimits } from '../limits.ts';
import type { Driver, DriverPlace } from '../served/driver.ts';
import { readRows, type StreamRows, takePage } from '../served/rows.ts';
import { BigqueryClient, type BigqueryParameters } from './client.ts';
import { columnTypeOf, type Field, readCell } from './values.ts';

interface Results {
  jobComplete: boolean;
  jobReference: { jobId: string; location?: string };
  schema?: { fields: Field[] };
  rows?: { f: { v: unknown }[] }[];
  pageToken?: string;
}

interface DryRun {
  statistics?: { query?: { statementType?: string } };
}

const checkMs = 20_000;
const mostColumns = 50_000;
const pageRows = 10_000;
const pollMs = 10_000;
const smallAnswer = 10_000_000;

export function openDriver(parameters: BigqueryParameters, { outgoing, schemas }: DriverPlace): Driver {
  const client = new BigqueryClient(outgoing, parameters);
  const stream = streamFrom(client, parameters);
  return {
    async check(signal) {
      await readRows(stream, 'SELECT 1', { maxRows: 1, timeoutMs: checkMs, signal });
      return 'BigQuery';
    },
    async readTables(signal) {
      const limits = { maxRows: mostColumns, timeoutMs: checkMs, signal };
      const { rows } = await readRows(stream, catalogOf(schemas), limits);
      return groupColumns(
        rows.map(([schema, table, column, type]) => ({
          schema: String(schema),
          table: String(table),
          column: String(column),
          type: columnTypeOf({ type: String(type) }),
        })),
      );
    },
    async judge(sql, signal) {
      const query = { ...settingsOf(parameters), query: sql };
      const body = { configuration: { dryRun: true, query }, ...placeOf(parameters) };
      const { answer } = await client.call<DryRun>('POST', '/jobs', body, { maxBytes: smallAnswer, signal });
      judge(answer);
    },
    stream,
    close() {},
  };
}

/** BigQuery itself tells what kind of statement it is. */
function judge({ statistics }: DryRun): void {
  if (statistics?.query?.statementType !== 'SELECT')
    throw new ServiceError('query_refused', 'Only a SELECT may be sent; it reads and changes nothing.');
}

function settingsOf({ project, dataset, max_bytes_billed: most }: BigqueryParameters) {
  const billed = most === undefined ? {} : { maximumBytesBilled: String(most) };
  return { useLegacySql: false, defaultDataset: { projectId: project, datasetId: dataset }, ...billed };
}

function placeOf({ project, location }: BigqueryParameters) {
  return { jobReference: { projectId: project, jobId: `sibyl_${randomUUID()}`, ...(location ? { location } : {}) } };
}

/** Runs a query and fetches its pages, the next only when the last is taken; ending early cancels the job. */
function streamFrom(client: BigqueryClient, parameters: BigqueryParameters): StreamRows {
  return (sql, { batchRows, timeoutMs, maxBytes, signal }, take) =>
    withinLimits({ timeoutMs, signal }, explainConnectionFailure, async (limited) => {
      const limits = { maxBytes, signal: limited };
      const format = { formatOptions: { useInt64Timestamp: true } };
      const { location } = parameters;
      const body = { query: sql, ...settingsOf(parameters), ...format, maxResults: pageRows, timeoutMs: pollMs };
      const asked = {
        ...body,
        jobTimeoutMs: String(timeoutMs),
        requestId: randomUUID(),
        ...(location ? { location } : {}),
      };
      let { answer, bytes } = await client.call<Results>('POST', '/queries', asked, limits);
      let received = bytes;
      let isOver = false;
      const { jobId, location: place } = answer.jobReference;
      try {
        for (;;) {
          if (answer.jobComplete) {
            const fields = answer.schema?.fields ?? [];
            const columns = fields.map((field) => ({ name: field.name, type: columnTypeOf(field) }));
            const page = { columns, rows: answer.rows ?? [] };
            const read = ({ f }: { f: { v: unknown }[] }) => f.map((cell, index) => readCell(fields[index], cell));
            const wantsMore = await takePage(page, batchRows, read, take);
            isOver = answer.pageToken === undefined;
            if (isOver || !wantsMore) return;
          }
          const query = new URLSearchParams({
            maxResults: String(pageRows),
            timeoutMs: String(pollMs),
            'formatOptions.useInt64Timestamp': 'true',
            ...(place ? { location: place } : {}),
            ...(answer.pageToken ? { pageToken: answer.pageToken } : {}),
          });
          ({ answer, bytes } = await client.call<Results>('GET', `/queries/${jobId}?${query}`, undefined, limits));
          received += bytes;
          if (received > maxBytes) throw tooLarge(maxBytes);
        }
      } finally {
        if (!isOver) cancel(client, jobId, place);
      }
    });
}

/** If this fails, the job's own time limit ends it. */
function cancel(client: BigqueryClient, jobId: string, location: string | undefined): void {
  const query = location ? `?${new URLSearchParams({ location })}` : '';
  const limits = { maxBytes: smallAnswer, signal: AbortSignal.timeout(10_000) };
  client.call('POST', `/jobs/${jobId}/cancel${query}`, {}, limits).catch(() => {});
}

function catalogOf(schemas: readonly string[]): string {
  const { quote } = dialects.bigquery;
  const parts = schemas.map(
    (schema, index) => `SELECT ${index} AS place, table_schema, table_name, column_name, data_type, ordinal_position
      FROM ${quote(schema)}.INFORMATION_SCHEMA.COLUMNS`,
  );
  return `SELECT table_schema, table_name, column_name, data_type FROM (${parts.join(' UNION ALL ')})
    ORDER BY place, table_name, ordinal_position`;
}
