import { BlockList, isIP } from 'node:net';

/** Networks behind the names of SIBYL_TRUSTED_PROXIES. */
const named: Record<string, readonly string[]> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
};

/**
 * Returns whether an address is that of a trusted proxy, asked from the connection on (hop 0) back through
 * `X-Forwarded-For`. Each entry of the list stands for one proxy of a chain: a caller who is in the proxy's own network,
 * or on its machine, is not taken for another proxy, so what he wrote into the header counts for nothing.
 */
export function trustProxies(entries: readonly string[]): (address: string, hop: number) => boolean {
  const lists = entries.map(networksOf);
  let left = new Set(lists);
  return (address, hop) => {
    if (hop === 0) left = new Set(lists);
    const found = [...left].find((list) => holds(list, address));
    if (found) left.delete(found);
    return found !== undefined;
  };
}

function networksOf(entry: string): BlockList {
  const list = new BlockList();
  for (const network of named[entry] ?? [entry]) {
    const [address, prefix] = network.split('/');
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    if (prefix === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(prefix), family);
  }
  return list;
}

/** An IPv4 address on a socket of IPv6 (`::ffff:10.0.0.7`) is that address. */
function holds(list: BlockList, address: string): boolean {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '');
  const family = isIP(plain);
  return family !== 0 && list.check(plain, family === 6 ? 'ipv6' : 'ipv4');
}
