/** A real LDAP server (Debian's slapd) with its own data, certificate authority and ports. Requires openssl. */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { installServerPackages } from '../../scripts/test/debian-packages.ts';
import { takeFreePort, waitUntilListening } from './ports.ts';

const slapd = '/usr/sbin/slapd';

/** False: skip the tests. */
export function provideDirectoryServer(): boolean {
  if (!existsSync(slapd)) installServerPackages('slapd', 'ldap-utils');
  return existsSync(slapd);
}

export const baseDn = 'dc=example,dc=org';
export const serviceDn = `cn=service,${baseDn}`;
export const servicePassword = 'service-password-1';
/** Searches of the service find more than 50 entries in pages only, and searches of this account never do. */
export const limitedDn = `cn=limited,${baseDn}`;

/** A certificate for localhost and 127.0.0.1 of an authority that only the test trusts. */
function writeCertificates(folder: string): string {
  const openssl = (...args: string[]) => execFileSync('openssl', args, { cwd: folder, stdio: 'ignore' });
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  openssl('req', '-x509', ...key, '-keyout', 'ca.key', '-out', 'ca.pem', '-subj', '/CN=Internal CA', '-days', '1');
  openssl('req', ...key, '-keyout', 'server.key', '-out', 'server.csr', '-subj', '/CN=localhost');
  writeFileSync(path.join(folder, 'names'), 'subjectAltName=DNS:localhost,IP:127.0.0.1\n');
  const signed = ['-CA', 'ca.pem', '-CAkey', 'ca.key', '-CAcreateserial', '-days', '1', '-extfile', 'names'];
  openssl('x509', '-req', '-in', 'server.csr', '-out', 'server.pem', ...signed);
  return readFileSync(path.join(folder, 'ca.pem'), 'utf8');
}

/** `ou=ad` has Active Directory's IDs, and hides the IDs of OpenLDAP. */
const configuration = (folder: string) => `
include /etc/ldap/schema/core.schema
include /etc/ldap/schema/cosine.schema
include /etc/ldap/schema/inetorgperson.schema
attributetype ( 1.2.840.113556.1.4.2 NAME 'objectGUID' EQUALITY octetStringMatch
  SYNTAX 1.3.6.1.4.1.1466.115.121.1.40 SINGLE-VALUE )
attributetype ( 1.2.840.113556.1.4.8 NAME 'userAccountControl' EQUALITY integerMatch
  SYNTAX 1.3.6.1.4.1.1466.115.121.1.27 SINGLE-VALUE )
objectclass ( 1.2.840.113556.1.5.9 NAME 'adUser' SUP top AUXILIARY MAY ( objectGUID $ userAccountControl ) )
modulepath /usr/lib/ldap
moduleload back_mdb
moduleload ppolicy
pidfile ${folder}/slapd.pid
TLSCACertificateFile ${folder}/ca.pem
TLSCertificateFile ${folder}/server.pem
TLSCertificateKeyFile ${folder}/server.key
database mdb
suffix ${baseDn}
rootdn cn=root,${baseDn}
rootpw root-password-1
directory ${folder}/data
maxsize 10485760
limits dn.exact=${serviceDn} size=50 size.prtotal=unlimited
limits dn.exact=${limitedDn} size=50
overlay ppolicy
access to attrs=userPassword by anonymous auth
access to dn.subtree=ou=ad,${baseDn} attrs=entryUUID by * none
access to * by dn.exact=${serviceDn} read by dn.exact=${limitedDn} read by anonymous auth
`;

export type DirectoryServer = {
  /** The ports without TLS (StartTLS is possible), and with TLS. */
  port: number;
  tlsPort: number;
  /** The certificate of the authority. */
  ca: string;
  /** Applies LDIF with changes. */
  change(ldif: string): void;
  close(): Promise<void>;
};

/** `entries` is LDIF below the base. */
export async function startDirectoryServer(entries: string): Promise<DirectoryServer> {
  const folder = mkdtempSync(path.join(tmpdir(), 'ldvk-slapd-'));
  const ca = writeCertificates(folder);
  mkdirSync(path.join(folder, 'data'));
  const file = path.join(folder, 'slapd.conf');
  writeFileSync(file, configuration(folder));
  const account = (dn: string) => `dn: ${dn}\nobjectClass: person\nsn: service\nuserPassword: ${servicePassword}\n\n`;
  const base = `dn: ${baseDn}\nobjectClass: dcObject\nobjectClass: organization\no: Example\n
${account(serviceDn)}${account(limitedDn)}`;
  execFileSync('/usr/sbin/slapadd', ['-f', file], { input: base + entries, stdio: ['pipe', 'ignore', 'inherit'] });
  const [port, tlsPort] = [await takeFreePort(), await takeFreePort()];
  const addresses = `ldap://127.0.0.1:${port} ldaps://127.0.0.1:${tlsPort}`;
  const server = spawn(slapd, ['-f', file, '-h', addresses, '-d', '0'], { stdio: 'ignore' });
  await waitUntilListening(tlsPort);
  return {
    port,
    tlsPort,
    ca,
    change(ldif) {
      const as = ['-H', `ldap://127.0.0.1:${port}`, '-D', `cn=root,${baseDn}`, '-w', 'root-password-1'];
      execFileSync('/usr/bin/ldapmodify', ['-x', ...as], { input: ldif, stdio: ['pipe', 'ignore', 'inherit'] });
    },
    async close() {
      server.kill();
      if (server.exitCode === null) await once(server, 'exit');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
