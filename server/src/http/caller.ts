import type { FastifyRequest } from 'fastify';
import type { Context, Parts } from '../context.ts';

/** Who asks: in the open local mode, whoever sits at this machine. */
export function contextOf(_request: FastifyRequest, parts: Parts): Context {
  return { ...parts, actor: 'local' };
}
