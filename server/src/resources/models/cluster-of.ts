import { invalidField } from '../../errors.ts';
import { Cluster } from '../../platform/ray/cluster.ts';
import type { ModelServices } from './context.ts';
import type { WorkEngine } from './options-schema.ts';

type ClusterServices = Pick<ModelServices, 'config'>;

/**
 * Refuses a cluster that the operator does not list: whoever reaches the Jobs API of a cluster runs programs on it, and
 * any other address would be a way into the network of the service.
 */
export function requireCluster({ config }: ClusterServices, { address }: WorkEngine, pointer: string): void {
  if (originOf(config.rayAddresses, address) !== undefined) return;
  const known = config.rayAddresses.join(', ');
  const detail =
    known === ''
      ? 'names a Ray cluster, and the operator lists none in SIBYL_RAY_ADDRESSES'
      : `is no Ray cluster of this service; these are: ${known}`;
  throw invalidField(`${pointer}/address`, detail, 'not_allowed');
}

/** Opens the cluster again when its job begins: the operator may have removed it since. */
export function clusterOf(
  { config, outgoing }: ClusterServices & Pick<ModelServices, 'outgoing'>,
  engine: WorkEngine,
): Cluster {
  requireCluster({ config }, engine, '/options/engine');
  const { rayAddresses, rayToken: token, rayPatienceSeconds: patienceSeconds } = config;
  return new Cluster(outgoing, { address: originOf(rayAddresses, engine.address)!, token, patienceSeconds });
}

function originOf(known: readonly string[], address: string): string | undefined {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  return known.find((origin) => url?.href === `${origin}/`);
}
