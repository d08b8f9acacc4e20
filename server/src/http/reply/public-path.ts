import type { FastifyInstance } from 'fastify';
import { type Config, prefixOf } from '../../config.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Path below which the public reaches the service, such as `/sibyl`; empty for none. */
    publicPath: string;
  }
}

/** Headers that name an address of the service. */
const ofAddresses = ['location', 'link'] as const;

/** Makes the addresses in answers those under which a proxy serves them (SIBYL_PUBLIC_URL). */
export function followPublicUrl(app: FastifyInstance, config: Pick<Config, 'publicUrl'>): void {
  const prefix = prefixOf(config);
  app.decorate('publicPath', prefix);
  if (prefix === '') return;
  app.addHook('onSend', async (_request, reply) => {
    for (const name of ofAddresses) {
      const value = reply.getHeader(name);
      if (typeof value === 'string') reply.header(name, withPrefix(value, prefix));
    }
  });
}

/** Where the proxy leaves the prefix in, or the answer is one of before, it is there already. */
function withPrefix(value: string, prefix: string): string {
  const bracket = value.startsWith('<') ? '<' : '';
  const path = value.slice(bracket.length);
  return !path.startsWith('/') || path.startsWith(`${prefix}/`) ? value : bracket + prefix + path;
}
