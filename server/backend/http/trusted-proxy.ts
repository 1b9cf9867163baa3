/** Whose X-Forwarded headers are believed: those of the console, which stands on this machine or its private network. */
import { BlockList, isIP } from 'node:net';

const privateNetworks = new BlockList();
privateNetworks.addSubnet('127.0.0.0', 8);
privateNetworks.addSubnet('10.0.0.0', 8);
privateNetworks.addSubnet('172.16.0.0', 12);
privateNetworks.addSubnet('192.168.0.0', 16);
privateNetworks.addAddress('::1', 'ipv6');
privateNetworks.addSubnet('fc00::', 7, 'ipv6');

/**
 * For Express's `trust proxy`: only the socket's own address (hop 0) may be a proxy, so that the last entry of
 * X-Forwarded-For counts and whatever a client wrote before it does not.
 */
export function isNeighbour(address: string, hop: number): boolean {
  const plain = address.replace(/^::ffff:/, '');
  return hop === 0 && isIP(plain) !== 0 && privateNetworks.check(plain, isIP(plain) === 6 ? 'ipv6' : 'ipv4');
}
