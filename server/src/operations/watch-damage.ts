import type { FastifyRequest } from 'fastify';
import type { ServiceError } from '../errors.ts';
import type { App } from '../http/reply/app.ts';

/** Returns whether no request has met damage in the database so far. Damage does not mend itself. */
export function watchDamage(app: App): () => boolean {
  let isIntact = true;
  app.failures.on('failure', (_request: FastifyRequest, { code }: ServiceError) => {
    if (code === 'database_damaged') isIntact = false;
  });
  return () => isIntact;
}
