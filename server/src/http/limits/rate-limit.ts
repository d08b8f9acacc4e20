import type { FastifyReply, FastifyRequest } from 'fastify';
import { beyondLimit, type ServiceError } from '../../errors.ts';
import type { App } from '../server.ts';

/** A rate that a request counts towards. */
export interface RatePolicy {
  /** As the `RateLimit` headers call it. */
  name: 'key' | 'project';
  /** Whose requests are counted together. */
  partition: string;
  perSecond: number;
}

interface Window {
  /** In ms. */
  start: number;
  taken: number;
}

const windowMs = 1000;
const mostWindows = 10_000;

/** Counts requests by partition in windows of a second, each beginning with the first request in it. */
export class RateWindows {
  readonly #windows = new Map<string, Window>();

  /** Requests that are left under the policy in this second. */
  left({ partition, perSecond }: RatePolicy, now: number): number {
    const window = this.#windows.get(partition);
    return window === undefined || now - window.start >= windowMs ? perSecond : perSecond - window.taken;
  }

  take({ partition }: RatePolicy, now: number): void {
    const window = this.#windows.get(partition);
    if (window !== undefined && now - window.start < windowMs) window.taken += 1;
    else this.#begin(partition, now);
  }

  /** Windows lie in the order in which they began, so those that are over come first. */
  #begin(partition: string, now: number): void {
    this.#windows.delete(partition);
    this.#windows.set(partition, { start: now, taken: 1 });
    if (this.#windows.size <= mostWindows) return;
    for (const [old, { start }] of this.#windows) {
      if (now - start < windowMs) break;
      this.#windows.delete(old);
    }
  }
}

/**
 * Holds requests to the rates that they count towards and says so in the headers of draft-ietf-httpapi-ratelimit-headers-11,
 * on routes declared later. Stands behind the key check. Where no rate is set it costs one call.
 */
export function limitRequests(app: App, ratesOf: (request: FastifyRequest) => readonly RatePolicy[]): void {
  const windows = new RateWindows();
  app.addHook('onRoute', (route) => {
    const take = (request: FastifyRequest, reply: FastifyReply, done: () => void) => {
      const policies = ratesOf(request);
      if (policies.length > 0) takeAll(windows, policies, reply);
      done();
    };
    route.onRequest = [route.onRequest ?? [], take].flat();
  });
}

/** A request that one policy refuses counts towards none. */
function takeAll(windows: RateWindows, policies: readonly RatePolicy[], reply: FastifyReply): void {
  const now = Date.now();
  const violated = policies.filter((policy) => windows.left(policy, now) <= 0);
  if (violated.length === 0) for (const policy of policies) windows.take(policy, now);
  const rest = policies.map((policy) => `"${policy.name}";r=${Math.max(windows.left(policy, now), 0)};t=1`);
  reply.header('ratelimit-policy', policies.map(quotaOf).join(', ')).header('ratelimit', rest.join(', '));
  if (violated.length > 0) throw rateLimited(violated);
}

function quotaOf({ name, perSecond }: RatePolicy): string {
  return `"${name}";q=${perSecond};w=1`;
}

function rateLimited(violated: RatePolicy[]): ServiceError {
  const [{ name, perSecond }] = violated;
  const whose = name === 'key' ? 'from one key' : 'to this project';
  const detail = `At most ${perSecond} requests a second ${whose} are answered; wait a second.`;
  return beyondLimit(
    'rate_limited',
    detail,
    { name: 'requests_per_second', value: perSecond },
    { headers: { 'retry-after': '1' }, extensions: { 'violated-policies': violated.map((policy) => policy.name) } },
  );
}
