import type { FastifyRequest } from 'fastify';
import type { Config } from '../../config.ts';

/** Returns the address of the service as its callers know it, without a slash at the end. */
export function ownAddressOf({ protocol, host }: FastifyRequest, { publicUrl }: Pick<Config, 'publicUrl'>): string {
  return publicUrl === '' ? `${protocol}://${host}` : publicUrl;
}
