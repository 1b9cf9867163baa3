/** The address of a PostgreSQL database, and the TLS that its connections need. */

import { readFileSync } from 'node:fs';
import { BlockList, isIP } from 'node:net';
import type { ConnectionOptions } from 'node:tls';
import { invalid } from './invalid-value.ts';

export type DatabaseAddress = { connectionString: string; ssl: false | ConnectionOptions };

/** Parameters of libpq that name a file. */
const fileParameters = { sslrootcert: 'ca', sslcert: 'cert', sslkey: 'key' } as const;
/** Parameters of the driver that would replace the TLS of the address. */
const refusedParameters = ['ssl', 'sslnegotiation', 'uselibpqcompat'];
const modes = ['disable', 'require', 'verify-ca', 'verify-full'];

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8);
loopback.addAddress('::1', 'ipv6');

const isSocket = (host: string): boolean => host.startsWith('/');

function isLoopback(host: string): boolean {
  const family = isIP(host);
  return family === 0 ? host.toLowerCase() === 'localhost' : loopback.check(host, family === 6 ? 'ipv6' : 'ipv4');
}

function readParameter(name: string, file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    return invalid(`names a file in ${name} that cannot be read (${(error as NodeJS.ErrnoException).code})`);
  }
}

/** `require` verifies like `verify-full`: without verification, anybody in between can read the connection. */
function tlsOf(host: string, parameters: Record<string, string>): DatabaseAddress['ssl'] {
  const { sslmode } = parameters;
  if (sslmode !== undefined && !modes.includes(sslmode))
    invalid(`has an unknown sslmode: only ${modes.join(', ')} exist`);
  const files = Object.entries(fileParameters).flatMap(([name, option]) =>
    parameters[name] === undefined ? [] : [[option, readParameter(name, parameters[name])]],
  );
  if (isSocket(host) || sslmode === 'disable' || (sslmode === undefined && isLoopback(host))) return false;
  const options: ConnectionOptions = Object.fromEntries(files);
  if (sslmode !== 'verify-ca') return options;
  // Public authorities issue certificates to anybody.
  if (options.ca === undefined) invalid('has sslmode=verify-ca, which needs an authority in sslrootcert');
  return { ...options, checkServerIdentity: () => undefined };
}

/**
 * Parses and checks the address. Connections to hosts other than loopback are encrypted and verified, unless it has
 * `sslmode=disable`. Throws an `Error` that states what is wrong.
 */
export function parseDatabaseAddress(value: string): DatabaseAddress {
  const url = URL.canParse(value) ? new URL(value) : invalid('is not a URL');
  if (url.protocol !== 'postgres:' && url.protocol !== 'postgresql:') invalid('is not of PostgreSQL');
  if (url.hostname === '' || url.pathname.length < 2) invalid('lacks a host or the name of a database');
  // As the driver reads them: the last parameter of a name counts, and `host` replaces the host of the address.
  const parameters: Record<string, string> = Object.fromEntries(url.searchParams);
  const refused = refusedParameters.find((name) => name in parameters);
  if (refused !== undefined) invalid(`has the parameter ${refused}, which is not supported: use sslmode`);
  const host = parameters.host || decodeURIComponent(url.hostname).replace(/^\[(.+)\]$/, '$1');
  const ssl = tlsOf(host, parameters);
  for (const name of ['sslmode', ...Object.keys(fileParameters)]) url.searchParams.delete(name);
  return { connectionString: url.href, ssl };
}
