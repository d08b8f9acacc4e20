import type { PoolConnection } from 'mysql2';
import type { OpenPool } from './open-pool.ts';

/**
 * Runs `work` with a client of the pool. An aborted signal cancels the client's query in the database and rejects.
 * A client whose work failed is not reused.
 */
export async function withClient<Result>(
  { pool, kill }: OpenPool,
  signal: AbortSignal,
  work: (client: PoolConnection) => Promise<Result>,
): Promise<Result> {
  const client = await new Promise<PoolConnection>((resolve, reject) => {
    pool.getConnection((error, connection) => (error ? reject(error) : resolve(connection)));
  });
  client.on('error', () => {}); // its query fails, too
  let isSound = false;
  const stop = () => {
    kill(client.threadId); // if this fails, the time limit ends the query
    client.destroy();
  };
  signal.addEventListener('abort', stop);
  try {
    signal.throwIfAborted();
    const result = await work(client);
    isSound = true;
    return result;
  } finally {
    signal.removeEventListener('abort', stop);
    if (isSound) client.release();
    else client.destroy();
  }
}
