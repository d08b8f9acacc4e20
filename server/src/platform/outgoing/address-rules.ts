import { lookup } from 'node:dns/promises';
import { BlockList, isIP } from 'node:net';
import { ServiceError } from '../../errors.ts';
import { type AddressKind, kindOfAddress } from './address-kinds.ts';

/**
 * How far a call may reach: `public` for what users of the service name; `loopback` also this machine, for language models
 * beside an open local service; `private` also private networks, for databases that an admin names.
 */
export type Reach = 'public' | 'loopback' | 'private';

const kindsWithin: Record<Reach, readonly AddressKind[]> = {
  public: ['public'],
  loopback: ['public', 'loopback'],
  private: ['public', 'loopback', 'private'],
};

/** Which addresses may be called: the public ones, and what the operator listed. */
export class AddressRules {
  readonly #names = new Set<string>();
  readonly #networks = new BlockList();

  /** @param allowed host names, addresses and networks (CIDR) that may be called whatever they are */
  constructor(allowed: readonly string[]) {
    for (const entry of allowed) {
      const [address, prefix] = entry.split('/');
      const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
      if (isIP(address) === 0) this.#names.add(entry);
      else if (prefix === undefined) this.#networks.addAddress(address, family);
      else this.#networks.addSubnet(address, Number(prefix), family);
    }
  }

  /** @param host the name as asked for, without brackets */
  allows(host: string, address: string, reach: Reach): boolean {
    if (this.#names.has(host.toLowerCase())) return true;
    if (this.#networks.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')) return true;
    return kindsWithin[reach].includes(kindOfAddress(address));
  }

  /**
   * The addresses of a host that may be called, at least one.
   * @throws ServiceError `address_not_allowed`, or the resolver's own error
   */
  async resolve(host: string, reach: Reach): Promise<{ address: string; family: number }[]> {
    const found = isIP(host) ? [{ address: host, family: isIP(host) }] : await lookup(host, { all: true });
    const allowed = found.filter(({ address }) => this.allows(host, address, reach));
    if (allowed.length === 0) throw addressNotAllowed(host);
    return allowed;
  }
}

export function addressNotAllowed(host: string): ServiceError {
  return new ServiceError(
    'address_not_allowed',
    `${host} is not a public address; the operator may list it in SIBYL_OUTGOING_ALLOWED.`,
  );
}
