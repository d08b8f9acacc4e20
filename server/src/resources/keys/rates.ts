import { mayReach } from '../../caller.ts';
import type { Counted, RatePolicy } from '../../http/limits/rate-limit.ts';
import type { KeyServices } from './context.ts';

const none: readonly RatePolicy[] = [];

/** Returns the rate limits that a request counts against: its key's and its project's. */
export function ratesOf({
  config,
  keys,
  limits,
}: Pick<KeyServices, 'config' | 'keys' | 'limits'>): (counted: Counted) => readonly RatePolicy[] {
  const isIdle = () => config.requestsPerSecond === 0 && !keys.hasRates && !limits.hasRates;
  return ({ action, caller, address, projectName }) => {
    // Monitoring must work when limits are hit.
    if (isIdle() || action === 'service.health') return none;
    const ofKey = (caller && keys.rateOf(caller.actor)) ?? config.requestsPerSecond;
    const project = projectName === undefined ? undefined : limits.idOf(projectName);
    // A project that the caller cannot reach never counts.
    const isTheirs = project !== undefined && caller !== undefined && mayReach(caller, project);
    const ofProject = isTheirs ? limits.of(project).requests_per_second : Number.POSITIVE_INFINITY;
    const policies: RatePolicy[] = [];
    if (ofKey > 0) policies.push({ name: 'key', partition: caller?.actor ?? address, perSecond: ofKey });
    if (project !== undefined && Number.isFinite(ofProject))
      policies.push({ name: 'project', partition: project, perSecond: ofProject });
    return policies;
  };
}
