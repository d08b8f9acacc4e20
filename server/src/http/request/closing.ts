import type { FastifyInstance } from 'fastify';
import { cancelRequests } from './abort.ts';

/** Time to send the answers of cancelled requests. */
const lastWordsMs = 500;

/** Stops listening and gives running requests `grace` milliseconds; then they are cancelled, and connections closed. */
export async function closeServer(app: FastifyInstance, grace: number): Promise<void> {
  const cancel = setTimeout(() => cancelRequests(app.server), grace);
  const close = setTimeout(() => app.server.closeAllConnections(), grace + lastWordsMs);
  await app.close();
  clearTimeout(cancel);
  clearTimeout(close);
}
