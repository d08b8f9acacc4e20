import type { FastifyInstance } from 'fastify';

/** Stops listening and gives running requests `grace` milliseconds; then open connections are closed. */
export async function closeServer(app: FastifyInstance, grace: number): Promise<void> {
  const timer = setTimeout(() => app.server.closeAllConnections(), grace);
  await app.close();
  clearTimeout(timer);
}
