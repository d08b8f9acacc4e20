import { lookup } from 'node:dns/promises';
import { BlockList, isIP } from 'node:net';
import { hostname } from 'node:os';
import { ServiceError } from '../../errors.ts';
import { type AddressKind, kindOfAddress } from './address-kinds.ts';

/**
 * Which addresses a call may reach. `public`: what users name. `loopback`: this machine too, for language models beside
 * an open local service. `private`: private networks too, for databases that an admin names.
 */
export type Reach = 'public' | 'loopback' | 'private';

const kindsWithin: Record<Reach, readonly AddressKind[]> = {
  public: ['public'],
  loopback: ['public', 'loopback'],
  private: ['public', 'loopback', 'private'],
};

/** Decides which addresses may be called: public ones, and those the operator listed. */
export class AddressRules {
  readonly #names = new Set<string>();
  readonly #networks = new BlockList();

  /** @param allowed host names, addresses and networks (CIDR) that may always be called */
  constructor(allowed: readonly string[]) {
    for (const entry of allowed) {
      const [address, prefix] = entry.split('/');
      const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
      if (isIP(address) === 0) this.#names.add(entry);
      else if (prefix === undefined) this.#networks.addAddress(address, family);
      else this.#networks.addSubnet(address, Number(prefix), family);
    }
  }

  /** @param host the requested name, without brackets */
  allows(host: string, address: string, reach: Reach): boolean {
    if (this.#names.has(host.toLowerCase())) return true;
    if (this.#networks.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')) return true;
    return kindsWithin[reach].includes(kindOfAddress(address));
  }

  /**
   * Resolves a host to the addresses that may be called, at least one.
   * @throws ServiceError `address_not_allowed`, or the resolver's own error
   */
  async resolve(host: string, reach: Reach): Promise<{ address: string; family: number }[]> {
    const found = isIP(host) ? [{ address: host, family: isIP(host) }] : await lookUp(host);
    const allowed = found.filter(({ address }) => this.allows(host, address, reach));
    if (allowed.length === 0) throw addressNotAllowed(host);
    return allowed;
  }
}

/** A name of this machine means this machine, also where the resolver does not know the name now. */
function lookUp(host: string): Promise<{ address: string; family: number }[]> {
  return lookup(host, { all: true }).catch((error) => {
    if (!namesThisMachine(host)) throw error;
    return [{ address: '127.0.0.1', family: 4 }];
  });
}

/** Names that systems and RFC 6761 give to the machine itself, and its own. */
function namesThisMachine(host: string): boolean {
  const name = host.toLowerCase().replace(/\.+$/, '');
  const own = hostname().toLowerCase();
  return /(?:^|\.)(?:localhost\d*|localdomain\d*|(?:ip6-)?(?:localhost|loopback))$/.test(name) || name === own;
}

export function addressNotAllowed(host: string): ServiceError {
  return new ServiceError(
    'address_not_allowed',
    `${host} is not a public address; the operator may list it in SIBYL_OUTGOING_ALLOWED.`,
  );
}
