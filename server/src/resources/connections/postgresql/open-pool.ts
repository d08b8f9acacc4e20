import type { Pool, PoolConfig } from 'pg';
import type { PostgresqlParameters } from '../schemas.ts';

export interface Located {
  parameters: PostgresqlParameters;
  /** The address that may be connected to. */
  address: string;
}

const mostClients = 4;
const idleMs = 30_000;
const connectMs = 10_000;

/** Connects to nothing yet. */
export async function openPool({ parameters, address }: Located): Promise<Pool> {
  const { default: pg } = await import('pg');
  const { port = 5432, database, user, password = '' } = parameters;
  const pool = new pg.Pool({
    host: address,
    port,
    database,
    user,
    // A function, as an empty text would make `pg` look into its environment and files.
    password: () => password,
    ssl: sslOf(parameters),
    max: mostClients,
    idleTimeoutMillis: idleMs,
    connectionTimeoutMillis: connectMs,
    allowExitOnIdle: true,
    application_name: 'sibyl',
  });
  pool.on('error', () => {}); // an idle client that broke is replaced
  // A busy one rejects its query; told of the break once more with nobody listening, the process would end.
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}

function sslOf({ ssl = 'verify', host, ca }: PostgresqlParameters): PoolConfig['ssl'] {
  if (ssl === 'disable') return false;
  return { servername: host, rejectUnauthorized: ssl === 'verify', ...(ca === undefined ? {} : { ca }) };
}
