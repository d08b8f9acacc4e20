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
  // The driver leaves a query without an answer when its connection breaks or is destroyed.
  const broken = Promise.withResolvers<never>();
  broken.promise.catch(() => {}); // it may break when nobody waits any more
  const onError = (error: Error) => broken.reject(error);
  const onEnd = () => broken.reject(new Error('The connection to the server broke'));
  const stop = () => {
    kill(client.threadId); // if this fails, the time limit ends the query
    broken.reject(signal.reason);
  };
  client.on('error', onError).on('end', onEnd);
  signal.addEventListener('abort', stop);
  let isSound = false;
  try {
    signal.throwIfAborted();
    const result = await Promise.race([work(client), broken.promise]);
    isSound = true;
    return result;
  } finally {
    signal.removeEventListener('abort', stop);
    client.off('end', onEnd);
    if (isSound) client.off('error', onError).release();
    else client.destroy();
  }
}
