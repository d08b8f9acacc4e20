import type { Pool, PoolClient } from 'pg';

/**
 * Lends a client of the pool for some work. When the signal is aborted, what it does in the database is cancelled and the
 * work rejects; a client whose work failed is not used again.
 */
export async function withClient<Result>(
  pool: Pool,
  signal: AbortSignal,
  work: (client: PoolClient) => Promise<Result>,
): Promise<Result> {
  signal.throwIfAborted();
  const client = await pool.connect();
  let isSound = false;
  let pid: number | undefined;
  const stop = () => {
    if (pid !== undefined) cancelWork(pool, pid).catch(() => {}); // its time limit ends it then
    client.connection.stream.destroy();
  };
  signal.addEventListener('abort', stop);
  try {
    const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    pid = rows[0].pid;
    signal.throwIfAborted();
    const result = await work(client);
    isSound = true;
    return result;
  } finally {
    signal.removeEventListener('abort', stop);
    client.release(!isSound);
  }
}

async function cancelWork({ options }: Pool, pid: number): Promise<void> {
  const { default: pg } = await import('pg');
  const canceller = new pg.Client(options);
  canceller.on('error', () => {});
  await canceller.connect();
  await canceller.query('SELECT pg_cancel_backend($1)', [pid]).finally(() => canceller.end());
}
