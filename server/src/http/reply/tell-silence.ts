import type { FastifyInstance } from 'fastify';
import type { Nodes } from '../../platform/nodes/nodes.ts';

/** On answers of a node that does not know changes of others: for how many seconds it has not heard of them. */
export const staleHeader = 'sibyl-stale-seconds';

/** Adds the header to responses of routes declared later. */
export function tellSilence(app: FastifyInstance, nodes: Nodes): void {
  if (nodes.isAlone) return;
  app.addHook('onRequest', (_request, reply, done) => {
    const { silentSeconds } = nodes;
    if (silentSeconds > 0) reply.header(staleHeader, silentSeconds);
    done();
  });
}
