import type { Pool, PoolClient } from 'pg';

/**
 * Runs `work` with a client of the pool. An aborted signal cancels the client's query in the database and rejects.
 * A client whose work failed is not reused.
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
    if (pid !== undefined) cancelWork(pool, pid).catch(() => {}); // if this fails, the time limit ends the query
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
