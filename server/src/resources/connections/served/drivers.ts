import type { Driver, DriverPlace } from './driver.ts';

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
