import type { FastifyReply, onRequestHookHandler } from 'fastify';
import type { Caller } from '../../caller.ts';
import { beyondLimit, type ServiceError } from '../../errors.ts';
import type { App } from '../reply/app.ts';

/** A rate that a request counts against. */
export interface RatePolicy {
  /** Name in the `RateLimit` headers. */
  name: 'key' | 'project';
  /** Requests with the same partition are counted together. */
  partition: string;
  perSecond: number;
}

/** The parts of a request that decide which rates it counts against. */
export interface Counted {
  action: string | undefined;
  caller: Caller | undefined;
  /** Address of its connection. */
  address: string;
  projectName: string | undefined;
}

interface Window {
  /** In ms, by the clock of `performance`. */
  start: number;
  taken: number;
}

const windowMs = 1000;
const mostWindows = 10_000;

/**
 * Counts requests by partition in windows of a second, each starting with its first request. The time is that of
 * `performance`: the clock may be set back.
 */
export class RateWindows {
  readonly #windows = new Map<string, Window>();

  /** Returns the remaining requests under the policy in this second. */
  left({ partition, perSecond }: RatePolicy, now: number): number {
    const window = this.#windows.get(partition);
    return window === undefined || now - window.start >= windowMs ? perSecond : perSecond - window.taken;
  }

  /** Returns the policies without remaining requests. */
  violated(policies: readonly RatePolicy[]): RatePolicy[] {
    const now = performance.now();
    return policies.filter((policy) => this.left(policy, now) <= 0);
  }

  takeAll(policies: readonly RatePolicy[]): void {
    const now = performance.now();
    for (const policy of policies) this.take(policy, now);
  }

  take({ partition }: RatePolicy, now: number): void {
    const window = this.#windows.get(partition);
    if (window !== undefined && now - window.start < windowMs) window.taken += 1;
    else this.#begin(partition, now);
  }

  /** Windows are ordered by their start, so expired ones come first. */
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
 * Enforces the rates on routes declared later and reports them in the headers of
 * draft-ietf-httpapi-ratelimit-headers-11. Must come after the key check. Without rates it costs one call.
 */
export function limitRequests(
  app: App,
  ratesOf: (counted: Counted) => readonly RatePolicy[],
  windows = new RateWindows(),
): void {
  const take: onRequestHookHandler = (request, reply, done) => {
    const { caller, ip: address, routeOptions, params } = request;
    const { projectName } = (params ?? {}) as { projectName?: string };
    const policies = ratesOf({ action: routeOptions.config.action, caller, address, projectName });
    if (policies.length > 0) takeAll(windows, policies, reply);
    done();
  };
  app.addHook('onRoute', (route) => {
    route.onRequest = [route.onRequest ?? [], take].flat();
  });
}

/** A request that one policy refuses counts against none. */
function takeAll(windows: RateWindows, policies: readonly RatePolicy[], reply: FastifyReply): void {
  const violated = windows.violated(policies);
  if (violated.length === 0) windows.takeAll(policies);
  const { policy, rest } = describeRates(windows, policies);
  reply.header('ratelimit-policy', policy).header('ratelimit', rest);
  if (violated.length > 0) throw rateLimited(violated);
}

/** Returns the values of the headers `RateLimit-Policy` and `RateLimit`. */
export function describeRates(windows: RateWindows, policies: readonly RatePolicy[]): { policy: string; rest: string } {
  const now = performance.now();
  const rest = policies.map((policy) => `"${policy.name}";r=${Math.max(windows.left(policy, now), 0)};t=1`);
  return { policy: policies.map(quotaOf).join(', '), rest: rest.join(', ') };
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
