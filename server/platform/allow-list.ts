/** The value of WEBHOOK_ALLOW: the hosts and networks to which webhooks may be sent. */
import { BlockList, isIP, isIPv6 } from 'node:net';
import { domainToASCII } from 'node:url';

/** `name`: a host in lower case and ASCII, or a CIDR. `port`: a port in addition to the default ports of HTTP and HTTPS. */
type Entry = { name: string; port: number | null };

/** Without entries nothing is allowed. */
export type AllowList = { hosts: Entry[]; networks: Entry[] };

const webPorts = [80, 443];

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

/** An IPv6 address with a port is in brackets: `[fd00::1]:8065`, `[fd00::]/8:8065`. */
function splitPort(entry: string): { name: string; port: string | undefined } {
  const [, address = '', prefix = '', inner] = /^\[([\da-f:.]+)\](\/\d+)?(?::(\d+))?$/i.exec(entry) ?? [];
  if (isIPv6(address)) return { name: address + prefix, port: inner };
  const [name = '', port, ...rest] = entry.split(':');
  return rest.length === 0 ? { name, port } : { name: entry, port: undefined };
}

/** Null for a port that does not exist. */
function readPort(port: string): number | null {
  const number = /^\d{1,5}$/.test(port) ? Number(port) : 0;
  return number > 0 && number < 65_536 ? number : null;
}

/**
 * Hosts, addresses and CIDRs, each with or without a port, separated by commas. Throws an `Error` that names the wrong entry.
 */
export function parseAllowList(value: string): AllowList {
  const list: AllowList = { hosts: [], networks: [] };
  const entries = value.split(',').map((entry) => entry.trim());
  for (const entry of value.trim() === '' ? [] : entries) {
    const { name, port: text } = splitPort(entry);
    const port = text === undefined ? null : readPort(text);
    const isWrongPort = text !== undefined && port === null;
    const network = isWrongPort ? null : readNetwork(name);
    const host = isWrongPort || network !== null ? null : readHost(name);
    if (network !== null) list.networks.push({ name: network, port });
    else if (host !== null) list.hosts.push({ name: host, port });
    else throw new Error(`contains ${JSON.stringify(entry)}, which is neither a host nor a network`);
  }
  return list;
}

const allowsPort = (entry: Entry, port: number): boolean => webPorts.includes(port) || entry.port === port;

/** Whether a host is listed: it may then have any address. */
export const allowsHost = ({ hosts }: AllowList, host: string, port: number): boolean =>
  hosts.some((entry) => entry.name === host && allowsPort(entry, port));

/** Whether an unlisted host may have an allowed address. */
export const allowsSomeAddress = ({ networks }: AllowList, port: number): boolean =>
  networks.some((entry) => allowsPort(entry, port));

/** Whether there is at least one address, and all are in listed networks. */
export function allowsAddresses({ networks }: AllowList, addresses: readonly string[], port: number): boolean {
  const allowed = new BlockList();
  for (const entry of networks) {
    const [address = '', length] = entry.name.split('/');
    if (allowsPort(entry, port)) allowed.addSubnet(address, Number(length), familyOf(address));
  }
  return addresses.length > 0 && addresses.every((address) => allowed.check(address, familyOf(address)));
}
