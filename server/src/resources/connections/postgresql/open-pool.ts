import type { Pool, PoolConfig } from 'pg';
import { type PoolParameters, poolLimits } from '../served/pool-parameters.ts';

/**
 * Opens a pool; it connects at the first query.
 * @param address the resolved and allowed address of the host
 */
export async function openPool(parameters: PoolParameters, address: string): Promise<Pool> {
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
    max: poolLimits.clients,
    idleTimeoutMillis: poolLimits.idleMs,
    connectionTimeoutMillis: poolLimits.connectMs,
    allowExitOnIdle: true,
    application_name: 'sibyl',
  });
  pool.on('error', () => {}); // the pool replaces a broken idle client
  // A busy client rejects its query. Without a listener its second error event would end the process.
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}

function sslOf({ ssl = 'verify', host, ca }: PoolParameters): PoolConfig['ssl'] {
  if (ssl === 'disable') return false;
  return { servername: host, rejectUnauthorized: ssl === 'verify', ...(ca === undefined ? {} : { ca }) };
}
