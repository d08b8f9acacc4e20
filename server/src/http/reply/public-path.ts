import type { FastifyInstance } from 'fastify';
import { type Config, prefixOf } from '../../config.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Path below which the public reaches the service, such as `/sibyl`; empty for none. */
    publicPath: string;
  }
}

/** Headers with addresses of the service. */
const ofAddresses = ['location', 'link'] as const;

/** Adds the proxy's prefix to addresses in responses (SIBYL_PUBLIC_URL). */
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

/** The prefix is there already when the proxy does not strip it, and in stored responses. */
function withPrefix(value: string, prefix: string): string {
  const bracket = value.startsWith('<') ? '<' : '';
  const path = value.slice(bracket.length);
  return !path.startsWith('/') || path.startsWith(`${prefix}/`) ? value : bracket + prefix + path;
}
