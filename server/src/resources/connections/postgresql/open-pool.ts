import type { Pool, PoolConfig } from 'pg';

export interface PostgresqlParameters {
  host: string;
  port?: number;
  database: string;
  user: string;
  password?: string;
  ssl?: 'verify' | 'require' | 'disable';
  ca?: string;
  schemas?: string[];
}

const mostClients = 4;
const idleMs = 30_000;
const connectMs = 10_000;

/**
 * Opens a pool; it connects at the first query.
 * @param address the resolved and allowed address of the host
 */
export async function openPool(parameters: PostgresqlParameters, address: string): Promise<Pool> {
  const { default: pg } = await import('pg');
  const { port = 5432, database, user, password = '' } = parameters;
  const pool = new pg.Pool({
    host: address,
    port,
    database,
    user,
    // A function, because `pg` replaces an empty text with its environment variables and files.
    password: () => password,
    ssl: sslOf(parameters),
    max: mostClients,
    idleTimeoutMillis: idleMs,
    connectionTimeoutMillis: connectMs,
    allowExitOnIdle: true,
    application_name: 'sibyl',
  });
  pool.on('error', () => {}); // the pool replaces a broken idle client
  // A busy client rejects its query. Without a listener its second error event would end the process.
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}

function sslOf({ ssl = 'verify', host, ca }: PostgresqlParameters): PoolConfig['ssl'] {
  if (ssl === 'disable') return false;
  return { servername: host, rejectUnauthorized: ssl === 'verify', ...(ca === undefined ? {} : { ca }) };
}
