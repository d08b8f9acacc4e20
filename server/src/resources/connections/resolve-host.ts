import type { Outgoing } from '../../platform/outgoing/outgoing.ts';
import { explainConnectionFailure } from './failures.ts';

/** Resolves the host of a database, which may be on a private network, to the address to connect to. */
export function resolveHost(host: string, outgoing: Outgoing): Promise<string> {
  return outgoing.resolve(host, 'private').catch((error) => {
    throw explainConnectionFailure(error);
  });
}
