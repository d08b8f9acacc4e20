import type { Operation } from '../fuzz/operations.ts';
import type { Seeded } from '../fuzz/seed.ts';
import type { Cases } from './cases.ts';
import { judge, lesser, type Pair } from './judge.ts';
import { type Cost, measure } from './measure.ts';
import type { Finding } from './report.ts';
import type { Sent, StallCase } from './stall-case.ts';
import type { WatchedService } from './watched-service.ts';

/** Operations that use a record that was just made. */
const users = ['testSkill', 'predict', 'describe', 'listRows', 'testAgent', 'completeAgent', 'testChatbot'];
/** A suspicion is measured this often; then it is a finding. */
const attempts = 3;
/** The small sizes find what is quadratic before it takes minutes. */
const rungs = [1 / 32, 1];
const smallestRung = 256;
/** A turn that took this long is not repeated; loading modules at their first use may take half a second. */
const sureMs = 3000;

interface WalkParts {
  service: WatchedService;
  seeded: Seeded;
  operations: readonly Operation[];
  cases: Cases;
}

/** Sends cases at growing sizes, and what they made to its uses. */
export class Walk {
  readonly #service: WatchedService;
  readonly #operations: readonly Operation[];
  readonly #cases: Cases;
  readonly #secret: string;
  readonly #visitToken: string;

  constructor({ service, seeded, operations, cases }: WalkParts) {
    this.#service = service;
    this.#operations = operations;
    this.#cases = cases;
    this.#secret = seeded.world.key;
    this.#visitToken = seeded.world.visitToken;
  }

  /** Returns a finding for the operation, and one for each use of what it made; ends at the first size with a fault. */
  async go(one: StallCase): Promise<Finding[]> {
    let findings: Finding[] = [];
    for (const rung of rungs) {
      const size = Math.max(2, Math.floor(one.most * rung));
      if (rung < 1 && size < smallestRung) continue;
      findings = await this.#climb(one, size);
      if (findings.some(({ faults }) => faults.length > 0)) break;
    }
    return findings;
  }

  async #climb(one: StallCase, size: number): Promise<Finding[]> {
    const pairs = new Map<string, Pair>();
    for (let attempt = 0; attempt < attempts; attempt += 1) {
      const quarter = attempt === 0 ? undefined : await this.#sendAndUse(one, Math.ceil(size / 4));
      const small = await this.#sendAndUse(one, Math.ceil(size / 2));
      const large = await this.#sendAndUse(one, size);
      for (const [name, cost] of large) {
        const pair = { size, quarter: quarter?.get(name), small: small.get(name) ?? cost, large: cost };
        const before = pairs.get(name);
        pairs.set(name, before ? lesser(before, pair) : pair);
      }
      const verdicts = [...pairs.values()].map((pair) => ({ pair, ...judge(pair) }));
      const suspicious = verdicts.filter(({ faults }) => faults.length > 0);
      if (suspicious.length === 0 || suspicious.some(({ pair }) => pair.large.held > sureMs)) break;
    }
    return [...pairs].map(([use, pair]) => ({
      operation: one.operation.operationId,
      field: use === '' ? one.field : `${one.field}, then ${use}`,
      piece: one.piece,
      roles: one.operation['x-roles'] ?? [],
      ...pair,
      ...judge(pair),
    }));
  }

  /** Returns the costs of a request (`''`) and of each use of what it made, which is deleted then. */
  async #sendAndUse(one: StallCase, size: number): Promise<Map<string, Cost>> {
    const { operation } = one;
    const cost = await this.#send(operation, one.build(size));
    const costs = new Map([['', cost]]);
    if (cost.made === undefined) return costs;
    const item = `${operation.path.replace(/\/import$/, '')}/`;
    const path = (template: string) => this.#fill(template, one.path, cost.made as string);
    for (const use of this.#operations.filter(({ operationId }) => users.includes(operationId)))
      if (use.path.startsWith(item) && use.path.slice(item.length).split('/').length === 2)
        costs.set(use.operationId, await this.#send(use, this.#useOf(one, use, path(use.path), size)));
    const end = this.#operations.find(({ method, path: other }) => method === 'DELETE' && isItemOf(other, item));
    if (end) await this.#send(end, { path: path(end.path) + forceOf(end), headers: {}, body: undefined });
    return costs;
  }

  #useOf({ uses }: StallCase, { operationId, method }: Operation, path: string, size: number): Sent {
    const body =
      method === 'GET' ? undefined : JSON.stringify(uses?.[operationId]?.(size) ?? this.#cases.bodyOf(operationId));
    return { path, headers: body === undefined ? {} : { 'content-type': 'application/json' }, body };
  }

  #fill(template: string, place: Record<string, string>, made: string): string {
    return template.replace(/\{(\w+)\}/g, (_all, name) => encodeURIComponent(place[name] ?? made));
  }

  /** A web visitor has its own token. */
  #send({ method }: Operation, sent: Sent): Promise<Cost> {
    const own = sent.headers.authorization === `Bearer ${this.#visitToken}` ? this.#visitToken : this.#secret;
    return measure(this.#service, method, sent, own);
  }
}

function isItemOf(path: string, item: string): boolean {
  return path.startsWith(item) && !path.slice(item.length).includes('/');
}

function forceOf({ parameters }: Operation): string {
  const force = parameters.find(({ name }) => name === 'force' || name === 'cascade');
  return force ? `?${force.name}=true` : '';
}
