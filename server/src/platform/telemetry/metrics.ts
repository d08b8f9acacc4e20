import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { RequestDurations } from './request-durations.ts';

/** Bucket bounds in seconds, for work longer than a request. */
const longBuckets = [0.01, 0.05, 0.1, 0.5, 1, 5, 10, 30, 60, 300, 1800];

/** The value of a metric at a scrape: one number, or one per combination of labels. */
type MetricValue = number | { labels: Record<string, string>; value: number }[];

/** The client's own 10 ms wake an idle process a hundred times a second, for most of the processor time that it takes. */
const lagEveryMs = 50;

let ofProcess: Registry | undefined;

/** One for all services of a process: what it watches by is never let go of, and keeps who asked for it. */
function registerOfProcess(): Registry {
  if (ofProcess === undefined) {
    ofProcess = new Registry();
    collectDefaultMetrics({ register: ofProcess, eventLoopMonitoringPrecision: lagEveryMs });
  }
  return ofProcess;
}

/**
 * The Prometheus metrics of the service; a test compares them with docs/operations.md. Labels never hold values that
 * users choose, so that the number of series stays small.
 */
export class Metrics {
  readonly #register = new Registry();
  #watchesProcess = false;
  readonly requests = new RequestDurations();
  /** Plain numbers, because they are on the hot path. */
  readonly predictions = { rows: 0, loads: 0 };

  readonly failures = this.#counter('sibyl_failures_total', 'Requests that ended with an error.', ['code']);
  readonly jobs = this.#counter('sibyl_jobs_total', 'Finished runs of jobs.', ['kind', 'outcome']);
  readonly jobSeconds = this.#histogram('sibyl_job_duration_seconds', 'Duration of a run of a job.', ['kind']);
  readonly trainings = this.#counter('sibyl_trainings_total', 'Finished trainings.', ['outcome']);
  readonly dataCommands = this.#counter('sibyl_data_commands_total', 'Work on tables in DuckDB processes.', [
    'command',
    'outcome',
  ]);
  readonly waitSeconds = this.#histogram('sibyl_wait_seconds', 'Time that work on tables waited for a process.', [
    'pool',
  ]);
  readonly languageCalls = this.#counter('sibyl_language_model_calls_total', 'Calls of language models.', [
    'provider',
    'operation',
    'outcome',
  ]);
  readonly languageSeconds = this.#histogram(
    'sibyl_language_model_duration_seconds',
    'Duration of a call of a language model.',
    ['provider', 'operation'],
  );
  readonly languageFirstSeconds = this.#histogram(
    'sibyl_language_model_first_token_seconds',
    'Time until a language model began to answer.',
    ['provider', 'operation'],
  );
  readonly languageTokens = this.#counter('sibyl_language_model_tokens_total', 'Tokens, as providers count them.', [
    'provider',
    'direction',
  ]);
  readonly tools = this.#counter('sibyl_tool_calls_total', 'Tool calls of agents.', ['skill_type', 'outcome']);
  readonly chatMessages = this.#counter('sibyl_chatbot_messages_total', 'Messages that chatbots processed.', [
    'channel',
    'outcome',
  ]);
  readonly standstills = this.#counter('sibyl_standstills_total', 'Times in which the main thread answered nobody.', [
    'route',
    'function',
  ]);
  readonly standstillSeconds = this.#histogram(
    'sibyl_standstill_seconds',
    'How long the main thread answered nobody.',
    ['route'],
  );
  readonly webhookAttempts = this.#counter('sibyl_webhook_attempts_total', 'Attempts to deliver an event.', [
    'outcome',
  ]);

  constructor() {
    this.watchCount('sibyl_predicted_rows_total', 'Predicted rows.', () => this.predictions.rows);
    this.watchCount('sibyl_model_loads_total', 'Models loaded into memory.', () => this.predictions.loads);
  }

  get contentType(): string {
    return this.#register.contentType;
  }

  /** Returns all metrics in the Prometheus text format. */
  async print(): Promise<string> {
    const watched = this.#watchesProcess ? `${await registerOfProcess().metrics()}\n` : '';
    return `${await this.#register.metrics()}\n${watched}${this.requests.print()}`;
  }

  /** Adds memory, CPU, file descriptors, garbage collection and event loop lag. */
  watchProcess(): void {
    registerOfProcess();
    this.#watchesProcess = true;
  }

  /** Adds a gauge that is read at each scrape, such as the length of a queue. */
  watch(name: string, help: string, read: () => MetricValue | Promise<MetricValue>, labelNames: string[] = []): void {
    new Gauge({
      name,
      help,
      labelNames,
      registers: [this.#register],
      async collect() {
        const reading = await read();
        this.reset();
        if (typeof reading === 'number') this.set(reading);
        else for (const { labels, value } of reading) this.set(labels, value);
      },
    });
  }

  /** Adds a counter whose value is kept elsewhere. */
  watchCount(name: string, help: string, read: () => MetricValue, labelNames: string[] = []): void {
    new Counter({
      name,
      help,
      labelNames,
      registers: [this.#register],
      collect() {
        const reading = read();
        this.reset();
        if (typeof reading === 'number') this.inc(reading);
        else for (const { labels, value } of reading) this.inc(labels, value);
      },
    });
  }

  #counter<Label extends string>(name: string, help: string, labelNames: Label[]): Counter<Label> {
    return new Counter({ name, help, labelNames, registers: [this.#register] });
  }

  #histogram<Label extends string>(name: string, help: string, labelNames: Label[]): Histogram<Label> {
    return new Histogram({ name, help, labelNames, buckets: longBuckets, registers: [this.#register] });
  }
}
