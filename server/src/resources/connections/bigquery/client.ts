import { ServiceError } from '../../../errors.ts';
import type { Outgoing } from '../../../platform/outgoing/outgoing.ts';
import { cannotBeQueried, databaseSays, sentence } from '../failures.ts';
import { callServer, notTheProtocol, parseAnswer } from '../http/call-server.ts';
import { type AccessToken, fetchToken } from './authorize.ts';

export interface BigqueryParameters {
  project: string;
  dataset: string;
  schemas?: string[];
  location?: string;
  credentials?: string;
  max_bytes_billed?: number;
  url?: string;
}

export interface CallLimits {
  maxBytes: number;
  signal?: AbortSignal | undefined;
}

/** Calls the REST API (https://cloud.google.com/bigquery/docs/reference/rest) below one project. */
export class BigqueryClient {
  readonly #outgoing: Outgoing;
  readonly #parameters: BigqueryParameters;
  #token: Promise<AccessToken> | undefined;

  constructor(outgoing: Outgoing, parameters: BigqueryParameters) {
    this.#outgoing = outgoing;
    this.#parameters = parameters;
  }

  async call<Answer>(method: 'GET' | 'POST', path: string, body: object | undefined, limits: CallLimits) {
    const { project, url = 'https://bigquery.googleapis.com' } = this.#parameters;
    const parameter = this.#parameters.url === undefined ? 'project' : 'url';
    const answer = await callServer(
      this.#outgoing,
      {
        method,
        url: `${url.replace(/\/+$/, '')}/bigquery/v2/projects/${encodeURIComponent(project)}${path}`,
        headers: { 'content-type': 'application/json', ...(await this.#authorization(limits.signal)) },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        ...limits,
      },
      parameter,
    );
    const text = await answer.text();
    const parsed = parseAnswer(text) as (Answer & { error?: Failure }) | undefined;
    if (parsed === undefined || typeof parsed !== 'object') throw notTheProtocol('BigQuery', answer.status, parameter);
    if (!answer.ok) throw explainFailure(answer.status, parsed.error);
    return { answer: parsed as Answer, bytes: text.length };
  }

  async #authorization(signal: AbortSignal | undefined): Promise<Record<string, string>> {
    const { credentials, url } = this.#parameters;
    if (credentials === undefined) {
      if (url === undefined) throw cannotBeQueried('credentials are needed', 'credentials');
      return {}; // an emulator
    }
    const kept = await this.#token?.catch(() => undefined);
    if (!kept || kept.until < Date.now()) this.#token = fetchToken(this.#outgoing, credentials, signal);
    return { authorization: `Bearer ${(await this.#token!).token}` };
  }
}

interface Failure {
  message?: string;
  errors?: { reason?: string }[];
}

/** https://cloud.google.com/bigquery/docs/error-messages */
function explainFailure(status: number, { message = '', errors = [] }: Failure = {}): ServiceError {
  const reason = errors[0]?.reason ?? '';
  const said = `BigQuery says: ${sentence(message || `status ${status}`)}`;
  if (reason === 'bytesBilledLimitExceeded' || reason === 'responseTooLarge' || reason === 'resourcesExceeded')
    return new ServiceError('query_memory_limit', said);
  if (reason === 'stopped' || reason === 'timeout') return new ServiceError('query_time_limit', said);
  if (reason === 'accessDenied') return new ServiceError('query_refused', said);
  if (reason === 'invalidQuery' || (status === 400 && reason !== 'invalid')) return databaseSays('BigQuery', message);
  if (status === 401 || status === 403) return cannotBeQueried(said, 'credentials');
  return status === 404 ? cannotBeQueried(said, 'dataset') : cannotBeQueried(said);
}
