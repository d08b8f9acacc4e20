import type { Outgoing } from '../../../platform/outgoing/outgoing.ts';
import type { Driver } from './driver.ts';

/** What a driver may use, and where its server is. */
export interface DriverPlace {
  outgoing: Outgoing;
  /** The resolved and allowed address of the host; empty for a server that is called by HTTP. */
  address: string;
  /** Schemas whose tables may be read. */
  schemas: readonly string[];
}

interface DriverFile<Parameters> {
  openDriver(parameters: Parameters, place: DriverPlace): Driver | Promise<Driver>;
}

/** The drivers of all engines that are servers, each loaded with its first use. */
export const drivers = {
  postgresql: opener(() => import('../postgresql/driver.ts')),
  mysql: opener(() => import('../mysql/driver.ts')),
  trino: opener(() => import('../trino/driver.ts')),
  clickhouse: opener(() => import('../clickhouse/driver.ts')),
  snowflake: opener(() => import('../snowflake/driver.ts')),
  bigquery: opener(() => import('../bigquery/driver.ts')),
};

export type ServedEngine = keyof typeof drivers;

/** The engine's own schema has checked the parameters. */
function opener<Parameters>(load: () => Promise<DriverFile<Parameters>>) {
  return async (parameters: unknown, place: DriverPlace): Promise<Driver> =>
    (await load()).openDriver(parameters as Parameters, place);
}
