import { stripVTControlCharacters } from 'node:util';
import { ServiceError } from '../../errors.ts';
import type { Outgoing } from '../outgoing/outgoing.ts';

const endings = ['STOPPED', 'SUCCEEDED', 'FAILED'] as const;
type Ending = (typeof endings)[number];

/** A job as the cluster knows it. */
export interface ClusterJob {
  /** Undefined while it waits or runs. */
  ending: Ending | undefined;
  /** The command that it runs. */
  entrypoint: string;
  /** The last lines of its log, where it failed. */
  message: string;
}

/** The cluster cannot do the work. The message is for the user. */
export class ClusterFailed extends Error {}

/** The cluster does not answer at the moment. */
export class ClusterSilent extends Error {}

interface ClusterOptions {
  /** The address of the dashboard, such as `http://head:8265`. */
  address: string;
  /** Sent as a bearer token; empty for none. */
  token: string;
  /** Seconds of silence after which the cluster counts as lost. */
  patienceSeconds: number;
}

const callMs = 15_000;
/** An answer holds up to 20,000 characters of a log. */
const mostBytes = 1024 * 1024;
const mostWords = 400;

/** The Jobs REST API of a Ray cluster (https://docs.ray.io/en/latest/cluster/running-applications/job-submission/rest.html). */
export class Cluster {
  readonly address: string;
  readonly patienceMs: number;
  readonly #token: string;
  readonly #fetch: typeof fetch;

  constructor(outgoing: Outgoing, { address, token, patienceSeconds }: ClusterOptions) {
    this.address = address;
    this.patienceMs = patienceSeconds * 1000;
    this.#token = token;
    this.#fetch = outgoing.fetcher({ reach: 'private', maxRedirects: 0, timeoutMs: callMs, maxBytes: mostBytes });
  }

  /** Returns undefined when the cluster knows no such job. */
  async find(id: string): Promise<ClusterJob | undefined> {
    const answer = await this.#call('GET', `/api/jobs/${id}`);
    if (answer === undefined) return undefined;
    const { status, message, entrypoint } = answer;
    if (typeof status !== 'string' || typeof entrypoint !== 'string') throw this.#stranger();
    const ending = endings.find((one) => one === status);
    return { ending, entrypoint, message: typeof message === 'string' ? message : '' };
  }

  /** Starts a job. Ray refuses an ID that it knows, so no job is started twice. */
  async submit(id: string, entrypoint: string): Promise<void> {
    const { ray_version: version } = (await this.#call('GET', '/api/version')) ?? {};
    if (typeof version !== 'string') throw this.#stranger();
    await this.#call('POST', '/api/jobs/', { submission_id: id, entrypoint });
  }

  async stop(id: string): Promise<void> {
    await this.#call('POST', `/api/jobs/${id}/stop`);
  }

  /** Returns undefined for 404. */
  async #call(method: 'GET' | 'POST', path: string, body?: object): Promise<Record<string, unknown> | undefined> {
    const headers = {
      ...(body && { 'content-type': 'application/json' }),
      ...(this.#token !== '' && { authorization: `Bearer ${this.#token}` }),
    };
    const answer = await this.#answerOf(this.address + path, { method, headers, body: body && JSON.stringify(body) });
    const { status, text } = answer;
    if (status === 404) return undefined;
    if (status === 401 || status === 403)
      throw new ClusterFailed(`${this.#name()} refuses the token of the service (SIBYL_RAY_TOKEN).`);
    // A head that restarts and a proxy before it say so; what is asked again costs nothing.
    if (status >= 500 || status === 429)
      throw new ClusterSilent(`${this.#name()} answers ${status}: ${lastWords(text)}`);
    if (status >= 300) throw new ClusterFailed(`${this.#name()} refuses the job (${status}): ${lastWords(text)}`);
    const parsed = parseRecord(text);
    if (parsed === undefined) throw this.#stranger();
    return parsed;
  }

  async #answerOf(url: string, init: RequestInit): Promise<{ status: number; text: string }> {
    try {
      const answer = await this.#fetch(url, init);
      return { status: answer.status, text: await answer.text() };
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      if (error.code === 'address_not_allowed') throw new ClusterFailed(`options.engine.address: ${error.message}`);
      throw new ClusterSilent(`${this.#name()} does not answer: ${error.message}`);
    }
  }

  #name(): string {
    return `The Ray cluster at ${this.address} (options.engine.address)`;
  }

  #stranger(): ClusterFailed {
    return new ClusterFailed(
      `${this.address} (options.engine.address) does not answer as the Jobs API of Ray; give the address of the dashboard, such as http://head:8265.`,
    );
  }
}

function parseRecord(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}

/** Logs have colours, and may have what no database keeps. */
function legible(line: string): string {
  return stripVTControlCharacters(line)
    .replaceAll(/\p{Cc}/gu, ' ')
    .trim();
}

/** Returns what the program said last: its own sentence, an error of Python, or the last line. */
export function lastWords(text: string): string {
  const lines = text.split('\n').flatMap((line) => legible(line) || []);
  const own = lines.findLast((line) => line.startsWith('sibyl: '))?.slice('sibyl: '.length);
  const error = lines.findLast((line) => /^[\w.]*(?:Error|Exception)\b|No module named/.test(line));
  return (own ?? error ?? lines.at(-1) ?? 'no reason was given').slice(0, mostWords).toWellFormed();
}
