import type { Agent } from 'undici';
import { Tracing } from '../telemetry/tracing.ts';
import { AddressRules, type Reach } from './address-rules.ts';
import { createFetcher, type FetchCaps } from './fetcher.ts';
import { createGuardedAgent } from './guarded-agent.ts';

export interface OutgoingPolicy extends FetchCaps {
  /** `public` when absent. */
  reach?: Reach;
}

/** Every call of the service to somebody else's goes through here, to addresses that it may call. */
export interface Outgoing {
  /**
   * A `fetch` for one kind of call. It fails with `ServiceError`s: `address_not_allowed`, `remote_unreachable`,
   * `remote_time_limit`, `remote_answer_too_large`; with the reason of a signal when that is aborted.
   */
  fetcher(policy?: OutgoingPolicy): typeof fetch;
  /** An address of a host for protocols other than HTTP; connect to it, not to the name. */
  resolve(host: string, reach: Reach): Promise<string>;
  close(): Promise<void>;
}

/** @param allowed hosts, addresses and networks that may be called although they are not public */
export function openOutgoing(allowed: readonly string[], tracing = new Tracing()): Outgoing {
  const rules = new AddressRules(allowed);
  const agents = new Map<Reach, Promise<Agent>>();

  function agentFor(reach: Reach): Promise<Agent> {
    const agent = agents.get(reach) ?? createGuardedAgent(rules, reach);
    agents.set(reach, agent);
    return agent;
  }

  return {
    fetcher: ({ reach = 'public', ...caps } = {}) => createFetcher(() => agentFor(reach), caps, tracing),
    async resolve(host, reach) {
      const found = await rules.resolve(host, reach);
      // The same of several each time, in whatever order they come.
      const [first] = found.toSorted((a, b) => a.family - b.family || (a.address < b.address ? -1 : 1));
      return first.address;
    },
    async close() {
      await Promise.all([...agents.values()].map(async (agent) => (await agent).destroy()));
    },
  };
}
