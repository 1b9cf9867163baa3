/** The value of WEBHOOK_ALLOW: the hosts and networks to which webhooks may be sent. */
import { BlockList, isIP, isIPv6 } from 'node:net';
import { domainToASCII } from 'node:url';

/** `hosts` in lower case and ASCII. `networks` are CIDRs. Without entries nothing is allowed. */
export type AllowList = { hosts: string[]; networks: string[] };

const familyOf = (address: string): 'ipv4' | 'ipv6' => (isIPv6(address) ? 'ipv6' : 'ipv4');

/** A single address becomes a network of one. Null for anything else. */
function readNetwork(entry: string): string | null {
  const [address = '', prefix, ...rest] = entry.split('/');
  const longest = { 0: 0, 4: 32, 6: 128 }[isIP(address)] ?? 0;
  const length = prefix === undefined ? longest : /^\d{1,3}$/.test(prefix) ? Number(prefix) : -1;
  return longest > 0 && rest.length === 0 && length >= 0 && length <= longest ? `${address}/${length}` : null;
}

function readHost(entry: string): string | null {
  const host = domainToASCII(entry);
  // An entry that only looks like an address must not become a host.
  return /^[a-z0-9_-]+(\.[a-z0-9_-]+)*$/.test(host) && !/(^|\.)\d+$/.test(host) ? host : null;
}

/** Hosts, addresses and CIDRs, separated by commas. Throws an `Error` that names the wrong entry. */
export function parseAllowList(value: string): AllowList {
  const list: AllowList = { hosts: [], networks: [] };
  const entries = value.split(',').map((entry) => entry.trim());
  for (const entry of value.trim() === '' ? [] : entries) {
    const network = readNetwork(entry);
    const host = network === null ? readHost(entry) : null;
    if (network !== null) list.networks.push(network);
    else if (host !== null) list.hosts.push(host);
    else throw new Error(`contains ${JSON.stringify(entry)}, which is neither a host nor a network`);
  }
  return list;
}

/** A listed host may have any address. Other hosts need at least one address, and all of them in listed networks. */
export function allowsTarget({ hosts, networks }: AllowList, host: string, addresses: readonly string[]): boolean {
  if (hosts.includes(host)) return true;
  const allowed = new BlockList();
  for (const network of networks) {
    const [address = '', length] = network.split('/');
    allowed.addSubnet(address, Number(length), familyOf(address));
  }
  return addresses.length > 0 && addresses.every((address) => allowed.check(address, familyOf(address)));
}
