import type { Dispatcher } from 'undici';
import { Tracing } from '../telemetry/tracing.ts';
import { AddressRules, type Reach } from './address-rules.ts';
import { createFetcher, type FetchCaps } from './fetcher.ts';
import { createGuardedAgent } from './guarded-agent.ts';

export interface OutgoingPolicy extends FetchCaps {
  /** Default `public`. */
  reach?: Reach;
}

/** All outgoing calls of the service pass here; only allowed addresses are reached. */
export interface Outgoing {
  /**
   * Returns a `fetch` for one kind of call. It fails with ServiceError `address_not_allowed`, `remote_unreachable`,
   * `remote_time_limit` or `remote_answer_too_large`, or with the reason of an aborted signal.
   */
  fetcher(policy?: OutgoingPolicy): typeof fetch;
  /** Resolves a host for protocols other than HTTP. Connect to the returned address, not to the name. */
  resolve(host: string, reach: Reach): Promise<string>;
  close(): Promise<void>;
}

/** @param allowed hosts, addresses and networks that may be called although they are not public */
export function openOutgoing(allowed: readonly string[], tracing = new Tracing()): Outgoing {
  const rules = new AddressRules(allowed);
  const agents = new Map<Reach, Promise<Dispatcher>>();

  function agentFor(reach: Reach): Promise<Dispatcher> {
    const agent = agents.get(reach) ?? createGuardedAgent(rules, reach);
    agents.set(reach, agent);
    return agent;
  }

  return {
    fetcher: ({ reach = 'public', ...caps } = {}) => createFetcher(() => agentFor(reach), caps, tracing),
    async resolve(host, reach) {
      const found = await rules.resolve(host, reach);
      // Picks the same address each time, in whatever order they arrive.
      const [first] = found.toSorted((a, b) => a.family - b.family || (a.address < b.address ? -1 : 1));
      return first.address;
    },
    async close() {
      await Promise.all([...agents.values()].map(async (agent) => (await agent).destroy()));
    },
  };
}
