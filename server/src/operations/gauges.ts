import type { App } from '../http/reply/app.ts';
import { writesWaiting } from '../platform/db/open.ts';
import { spanOutcomes } from '../platform/telemetry/tracing.ts';
import { version } from '../release.ts';
import { countChatbots } from '../resources/chatbots/store.ts';
import type { GaugeServices } from './context.ts';

/** Registers the metrics that are read from the services at each scrape. */
export function addGauges(app: App, services: GaugeServices): void {
  const { metrics, tracing, database, feed, models, data, limitHits, nodes, reserve, breakers } = services;
  metrics.watch('sibyl_build_info', 'Version of the service.', () => [{ labels: { version }, value: 1 }], ['version']);
  metrics.watch('sibyl_http_connections', 'Connections that are open.', () => connectionsOf(app));
  metrics.watch('sibyl_event_listeners', 'Event streams that are open.', () => feed.listeners);
  metrics.watch('sibyl_models_in_memory', 'Models held in memory.', () => models.usage.models);
  metrics.watch('sibyl_models_in_memory_bytes', 'Size of their files.', () => models.usage.bytes);
  metrics.watch(
    'sibyl_language_providers_resting',
    'Providers of language models that are not asked for a while, because they gave no answer.',
    () => breakers.resting,
  );
  metrics.watch('sibyl_database_writes_waiting', 'Statements and commits that wait for the database.', () =>
    writesWaiting(database),
  );
  metrics.watch(
    'sibyl_database_silent_seconds',
    'Seconds since the shared database last answered.',
    () => nodes.silentSeconds,
  );
  metrics.watch('sibyl_disk_bytes', 'The disk of the data folder.', () => diskOf(reserve), ['state']);
  metrics.watch('sibyl_jobs', 'Jobs that wait or run.', () => countJobs(services), ['kind', 'state']);
  metrics.watch('sibyl_chatbots', 'Chatbots.', () => countBots(services), ['channel', 'status']);
  metrics.watch(
    'sibyl_data_processes',
    'DuckDB processes, and commands that wait for one.',
    () => Object.entries(data.usage).flatMap(([pool, usage]) => byState(pool, { ...usage })),
    ['pool', 'state'],
  );
  metrics.watchCount(
    'sibyl_trace_spans_total',
    'Spans of traces by what became of them.',
    () => spanOutcomes.map((outcome) => ({ labels: { outcome }, value: tracing.outcomes[outcome] })),
    ['outcome'],
  );
  metrics.watchCount(
    'sibyl_limit_hits_total',
    'What limits refused or ended.',
    () => [...limitHits.counts].map(([limit, value]) => ({ labels: { limit }, value })),
    ['limit'],
  );
  metrics.watchProcess();
}

async function diskOf(reserve: GaugeServices['reserve']) {
  const { total_bytes, free_bytes, reserve_bytes } = await reserve.use();
  const states = { total: total_bytes, free: free_bytes, reserve: reserve_bytes };
  return Object.entries(states).map(([state, value]) => ({ labels: { state }, value }));
}

/** Nothing is read from a database that does not answer: the other metrics are needed most then. */
async function countJobs({ jobs, nodes }: Pick<GaugeServices, 'jobs' | 'nodes'>) {
  if (nodes.silentSeconds > 0) return [];
  return (await jobs.count()).map(({ count, kind, state }) => ({ labels: { kind, state }, value: count }));
}

async function countBots({ database, nodes }: Pick<GaugeServices, 'database' | 'nodes'>) {
  if (nodes.silentSeconds > 0) return [];
  const counts = await countChatbots(database);
  return counts.map(({ count, channel, status }) => ({ labels: { channel, status }, value: count }));
}

function byState(pool: string, usage: Record<string, number>) {
  return Object.entries(usage).map(([state, value]) => ({ labels: { pool, state }, value }));
}

function connectionsOf({ server }: App): Promise<number> {
  return new Promise((resolve) => server.getConnections((error, count) => resolve(error ? 0 : count)));
}
