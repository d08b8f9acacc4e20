import { BlockList, isIPv4, isIPv6 } from 'node:net';

/** Kind of an IP address. `forbidden` never hosts a service: link-local, metadata services, multicast. */
export type AddressKind = 'public' | 'loopback' | 'private' | 'forbidden';

type Subnet = readonly [address: string, prefix: number];

function listOf(family: 'ipv4' | 'ipv6', ...subnets: Subnet[]): BlockList {
  const list = new BlockList();
  for (const [address, prefix] of subnets) list.addSubnet(address, prefix, family);
  return list;
}

/** Special IPv4 addresses (IANA registry) and the metadata services of clouds. */
const fourForbidden = listOf(
  'ipv4',
  ['0.0.0.0', 8],
  ['100.100.100.200', 32],
  ['168.63.129.16', 32],
  ['169.254.0.0', 16],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
);
const fourLoopback = listOf('ipv4', ['127.0.0.0', 8]);
const fourPrivate = listOf('ipv4', ['10.0.0.0', 8], ['100.64.0.0', 10], ['172.16.0.0', 12], ['192.168.0.0', 16]);

const sixLoopback = listOf('ipv6', ['::1', 128]);
const sixMetadata = listOf('ipv6', ['fd00:ec2::', 32]);
const sixPrivate = listOf('ipv6', ['fc00::', 7]);
const sixGlobal = listOf('ipv6', ['2000::', 3]);
/** Ranges within 2000::/3 that are not ordinary hosts: protocol assignments with Teredo, documentation, 6to4. */
const sixSpecial = listOf('ipv6', ['2001::', 23], ['2001:db8::', 32], ['2002::', 16], ['3fff::', 20]);

export function kindOfAddress(address: string): AddressKind {
  if (isIPv4(address)) return kindOfFour(address);
  if (!isIPv6(address) || address.includes('%')) return 'forbidden';
  const mapped = mappedFour(address);
  return mapped === undefined ? kindOfSix(address) : kindOfFour(mapped);
}

function kindOfFour(address: string): AddressKind {
  if (fourForbidden.check(address)) return 'forbidden';
  if (fourLoopback.check(address)) return 'loopback';
  return fourPrivate.check(address) ? 'private' : 'public';
}

function kindOfSix(address: string): AddressKind {
  if (sixLoopback.check(address, 'ipv6')) return 'loopback';
  if (sixPrivate.check(address, 'ipv6')) return sixMetadata.check(address, 'ipv6') ? 'forbidden' : 'private';
  return sixGlobal.check(address, 'ipv6') && !sixSpecial.check(address, 'ipv6') ? 'public' : 'forbidden';
}

/** Returns the IPv4 address inside `::ffff:a.b.c.d`, in any spelling. */
function mappedFour(address: string): string | undefined {
  const [, high, low] = /^\[::ffff:([0-9a-f]+):([0-9a-f]+)\]$/.exec(new URL(`http://[${address}]`).hostname) ?? [];
  if (high === undefined) return undefined;
  const bytes = [high, low].flatMap((group) => [Number.parseInt(group, 16) >> 8, Number.parseInt(group, 16) & 255]);
  return bytes.join('.');
}
