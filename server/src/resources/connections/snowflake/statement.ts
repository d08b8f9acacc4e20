import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { ServiceError } from '../../../errors.ts';
import type { Outgoing } from '../../../platform/outgoing/outgoing.ts';
import { cannotBeQueried, databaseSays, sentence } from '../failures.ts';
import { callServer, notTheProtocol, parseAnswer } from '../http/call-server.ts';
import { timeLimit, tooLarge } from '../limits.ts';
import { authorize, type SnowflakeParameters } from './authorize.ts';

export interface RowType {
  name: string;
  type: string;
  scale: number | null;
}

interface Answer {
  code?: string;
  message?: string;
  statementHandle?: string;
  resultSetMetaData?: { rowType: RowType[]; partitionInfo: unknown[] };
  data?: (string | null)[][];
}

export interface StatementLimits {
  timeoutMs: number;
  maxBytes: number;
  signal: AbortSignal;
}

const pollMs = 200;

/**
 * Runs one statement by the SQL API (https://docs.snowflake.com/en/developer-guide/sql-api/reference) and yields its
 * partitions, each fetched when the last is taken. An aborted signal, or ending early, cancels it in the database.
 */
export async function* runStatement(
  { outgoing, parameters }: { outgoing: Outgoing; parameters: SnowflakeParameters },
  sql: string,
  limits: StatementLimits,
): AsyncGenerator<{ columns: RowType[]; rows: (string | null)[][] }> {
  const call = await openCalls(outgoing, parameters, limits);
  let handle: string | undefined;
  let isOver = false;
  try {
    let answer = await call('POST', `?requestId=${randomUUID()}&async=true`, bodyOf(sql, parameters, limits.timeoutMs));
    handle = answer.statementHandle;
    while (answer.resultSetMetaData === undefined) {
      await pause(pollMs, undefined, { signal: limits.signal });
      answer = await call('GET', `/${handle}`);
    }
    const { rowType, partitionInfo } = answer.resultSetMetaData;
    yield { columns: rowType, rows: answer.data ?? [] };
    for (let partition = 1; partition < partitionInfo.length; partition += 1) {
      const { data = [] } = await call('GET', `/${handle}?partition=${partition}`);
      yield { columns: rowType, rows: data };
    }
    isOver = true;
  } finally {
    if (!isOver && handle !== undefined) {
      const ending = { ...limits, signal: AbortSignal.timeout(10_000) };
      openCalls(outgoing, parameters, ending)
        .then((late) => late('POST', `/${handle}/cancel`, '{}'))
        .catch(() => {}); // the time limit ends it
    }
  }
}

function bodyOf(statement: string, parameters: SnowflakeParameters, timeoutMs: number): string {
  const { database, schema, warehouse, role } = parameters;
  const settings = { MULTI_STATEMENT_COUNT: '1', TIMEZONE: 'UTC', BINARY_OUTPUT_FORMAT: 'HEX', QUERY_TAG: 'sibyl' };
  const timeout = Math.ceil(timeoutMs / 1000);
  return JSON.stringify({ statement, timeout, database, schema, warehouse, role, parameters: settings });
}

type Call = (method: 'GET' | 'POST', path: string, body?: string) => Promise<Answer>;

async function openCalls(outgoing: Outgoing, parameters: SnowflakeParameters, limits: StatementLimits): Promise<Call> {
  const { account, url = `https://${account}.snowflakecomputing.com` } = parameters;
  const parameter = parameters.url === undefined ? 'account' : 'url';
  const headers = {
    ...(await authorize(parameters)),
    accept: 'application/json',
    'content-type': 'application/json',
    'user-agent': 'Sibyl/1',
  };
  let received = 0;
  return async (method, path, body) => {
    const target = `${url.replace(/\/+$/, '')}/api/v2/statements${path}`;
    const { maxBytes, signal, timeoutMs } = limits;
    const call = { method, url: target, headers, ...(body === undefined ? {} : { body }), maxBytes, signal };
    const answer = await callServer(outgoing, call, parameter);
    const text = await answer.text();
    received += text.length;
    if (received > maxBytes) throw tooLarge(maxBytes);
    const parsed = parseAnswer(text);
    if (typeof parsed !== 'object' || parsed === null) throw notTheProtocol('Snowflake', answer.status, parameter);
    if (!answer.ok) throw explainFailure(answer.status, parsed, timeoutMs);
    return parsed;
  };
}

function explainFailure(status: number, { code = '', message = '' }: Answer, timeoutMs: number): ServiceError {
  const said = `Snowflake says: ${sentence(message || `status ${status}`)}`;
  if (status === 408 || code === '000630' || code === '000604') return timeLimit(timeoutMs);
  if (status === 401 || status === 403) return cannotBeQueried(said, 'token');
  if (code === '003001') return new ServiceError('query_refused', said); // insufficient privileges
  return status === 422 ? databaseSays('Snowflake', message) : cannotBeQueried(said);
}
