import type { FastifyRequest } from 'fastify';
import { ServiceError } from '../../errors.ts';

/** Refuses a caller that accepts none of the route's media types, before any work. */
export function requireAcceptable({ url, headers: { accept }, routeOptions: { config } }: FastifyRequest): void {
  const { answers = ['application/json'] } = config;
  if (accept === undefined || !url.startsWith('/api/') || answers.some((type) => takes(accept, type))) return;
  const detail = `The answer comes as ${answers.join(' or ')}; accept that, or leave Accept out.`;
  throw new ServiceError('not_acceptable', detail);
}

/** Returns whether an `Accept` header contains the type or a range with it. Weights (`q`) matter only when 0. */
export function takes(accept: string, type: string): boolean {
  const ranges = ['*/*', `${type.split('/', 1)[0]}/*`, type];
  return accept.split(',').some((one) => {
    const [range, ...parameters] = one.split(';').map((part) => part.trim().toLowerCase());
    return ranges.includes(range) && !parameters.some((parameter) => /^q=0(?:\.0*)?$/.test(parameter));
  });
}

/** Returns whether the caller is a browser: programs accept anything, or ask for JSON. */
export function wantsPage({ headers: { accept = '' } }: FastifyRequest): boolean {
  return accept.includes('text/html') && takes(accept, 'text/html');
}
