import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { RequestDurations } from './request-durations.ts';

/** Upper bounds in seconds, for work that takes longer than a request. */
const longBuckets = [0.01, 0.05, 0.1, 0.5, 1, 5, 10, 30, 60, 300, 1800];

/** A figure read at each scrape: one, or one for each of the values of its labels. */
type MetricValue = number | { labels: Record<string, string>; value: number }[];

/**
 * What the service counts, for Prometheus; docs/operations.md lists it, and a test compares. No label takes a value that
 * a user can make up: the series stay few.
 */
export class Metrics {
  readonly #register = new Registry();
  readonly requests = new RequestDurations();
  /** Plain numbers, for the path of predictions. */
  readonly predictions = { rows: 0, loads: 0 };

  readonly failures = this.#counter('sibyl_failures_total', 'Requests that were answered with a failure.', ['code']);
  readonly jobs = this.#counter('sibyl_jobs_total', 'Runs of jobs that ended.', ['kind', 'outcome']);
  readonly jobSeconds = this.#histogram('sibyl_job_duration_seconds', 'Time that a run of a job took.', ['kind']);
  readonly trainings = this.#counter('sibyl_trainings_total', 'Trainings that came to an end.', ['outcome']);
  readonly dataCommands = this.#counter('sibyl_data_commands_total', 'Work on tables in DuckDB processes.', [
    'command',
    'outcome',
  ]);
  readonly waitSeconds = this.#histogram('sibyl_wait_seconds', 'Time that work on tables waited for its turn.', [
    'pool',
  ]);
  readonly languageCalls = this.#counter('sibyl_language_model_calls_total', 'Calls of language models.', [
    'provider',
    'operation',
    'outcome',
  ]);
  readonly languageSeconds = this.#histogram(
    'sibyl_language_model_duration_seconds',
    'Time until a language model had answered.',
    ['provider', 'operation'],
  );
  readonly languageTokens = this.#counter('sibyl_language_model_tokens_total', 'Tokens, as providers count them.', [
    'provider',
    'direction',
  ]);
  readonly tools = this.#counter('sibyl_tool_calls_total', 'Tools that agents called.', ['skill_type', 'outcome']);
  readonly chatMessages = this.#counter('sibyl_chatbot_messages_total', 'Messages that chatbots worked on.', [
    'channel',
    'outcome',
  ]);
  readonly webhookAttempts = this.#counter('sibyl_webhook_attempts_total', 'Attempts to deliver an event.', [
    'outcome',
  ]);

  constructor() {
    this.watchCount('sibyl_predicted_rows_total', 'Rows that were predicted.', () => this.predictions.rows);
    this.watchCount('sibyl_model_loads_total', 'Models that were read into memory.', () => this.predictions.loads);
  }

  get contentType(): string {
    return this.#register.contentType;
  }

  /** In the Prometheus text format. */
  async print(): Promise<string> {
    return `${await this.#register.metrics()}\n${this.requests.print()}`;
  }

  /** Memory, CPU, file descriptors, garbage collection and the lag of the event loop. */
  watchProcess(): void {
    collectDefaultMetrics({ register: this.#register });
  }

  /** A figure that goes up and down, such as the length of a queue. */
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

  /** A figure that only rises and is kept elsewhere. */
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
