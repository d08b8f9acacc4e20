import { bigquery } from './bigquery/engine.ts';
import { clickhouse } from './clickhouse/engine.ts';
import { duckdb } from './duckdb/engine.ts';
import type { Engine } from './engine.ts';
import { mysql } from './mysql/engine.ts';
import { parquet } from './parquet/engine.ts';
import { postgresql } from './postgresql/engine.ts';
import { snowflake } from './snowflake/engine.ts';
import { sqlite } from './sqlite/engine.ts';
import { trino } from './trino/engine.ts';

/** All engines. Each loads its driver with its first use. */
export const engines = [postgresql, mysql, sqlite, duckdb, parquet, trino, clickhouse, snowflake, bigquery] as const;

export type EngineName = (typeof engines)[number]['name'];

const engineOf = new Map<string, Engine<EngineName>>(
  engines.flatMap((engine) => [engine.name, ...engine.otherNames].map((name) => [name, engine])),
);

/** Every accepted spelling of an engine. */
export const engineNames = [...engineOf.keys()] as [string, ...string[]];

/**
 * @param name any of its names
 * @throws Error for an unknown engine: a newer release made the connection
 */
export function requireEngine(name: string): Engine<EngineName> {
  const engine = engineOf.get(name);
  if (!engine) throw new Error(`there is no engine ${name}`);
  return engine;
}
