import type { FastifyRequest } from 'fastify';
import { ServiceError } from '../../errors.ts';

/** Refuses a caller that accepts none of the route's media types, before any work. */
export function requireAcceptable({ url, headers: { accept }, routeOptions: { config } }: FastifyRequest): void {
  const { answers = ['application/json'] } = config;
  if (accept === undefined || !url.startsWith('/api/') || answers.some((type) => takes(accept, type))) return;
  const detail = `The answer comes as ${answers.join(' or ')}; accept that, or leave Accept out.`;
  throw new ServiceError('not_acceptable', detail);
}

/** Returns whether an `Accept` header takes the type. */
export function takes(accept: string, type: string): boolean {
  return accept === '*/*' || accept === type || weightOf(accept, type) > 0;
}

/** Returns the type of those listed that the caller prefers; of equals the one that its header names first. */
export function preferredOf<Type extends string>(accept: string, types: readonly [Type, ...Type[]]): Type {
  const named = (type: string) => (accept.toLowerCase().indexOf(type) + 1 || Number.POSITIVE_INFINITY) - 1;
  const isBetter = (one: string, other: string) => {
    const gain = weightOf(accept, one) - weightOf(accept, other);
    return gain > 0 || (gain === 0 && named(one) < named(other));
  };
  return types.reduce((best, type) => (isBetter(type, best) ? type : best));
}

/** Returns the weight (`q`) of the narrowest range that contains the type; 0 without one. */
function weightOf(accept: string, type: string): number {
  const offers = accept.split(',').map(readOffer);
  const ranges = [type, `${type.split('/', 1)[0]}/*`, '*/*'];
  const found = ranges.map((range) => offers.filter((offer) => offer.range === range));
  return Math.max(0, ...(found.find(({ length }) => length > 0) ?? []).map(({ weight }) => weight));
}

function readOffer(text: string): { range: string; weight: number } {
  const [range, ...parameters] = text.split(';').map((part) => part.trim().toLowerCase());
  const weight = parameters.find((parameter) => /^q=[\d.]+$/.test(parameter))?.slice(2);
  return { range, weight: weight === undefined ? 1 : Number(weight) };
}

/** Returns whether the caller is a browser: programs accept anything, or ask for JSON. */
export function wantsPage({ headers: { accept = '' } }: FastifyRequest): boolean {
  return takes(accept, 'text/html') && preferredOf(accept, ['application/json', 'text/html']) === 'text/html';
}
