/** Names the cause of a failed connection and its remedy, in two sentences for operators. They contain no address and no secret. */

export type FaultKind =
  | 'proxy'
  | 'certificate'
  | 'no-tls'
  | 'no-http'
  | 'refused'
  | 'no-address'
  | 'silent'
  | 'no-route'
  | 'cut';

/**
 * `name` is the subject of the sentence. `setting` is the place of the address, `authority` the place of the certificate
 * authority.
 */
export type Peer = { name: string; setting: string; authority: string };

export type ConnectionFault = { kind: FaultKind; text: string };

const authority = 'NODE_EXTRA_CA_CERTS';

export const peers = {
  vk: { name: 'VK', setting: 'VK_API_ORIGIN or HTTPS_PROXY', authority },
  mail: { name: 'the mail server', setting: 'SMTP_URL', authority },
  receiver: { name: 'the receiver', setting: 'the address in the rule', authority },
  bucket: { name: 'the bucket', setting: 'BACKUP_S3 or HTTPS_PROXY', authority },
  oidc: { name: 'the provider', setting: 'OIDC_ISSUER or HTTPS_PROXY', authority },
  ldap: { name: 'the directory', setting: 'LDAP_URL', authority },
  database: { name: 'PostgreSQL', setting: 'DATABASE_URL', authority: `sslrootcert or ${authority}` },
} satisfies Record<string, Peer>;

/** Some libraries keep the code of the cause only in their message. The first row that matches counts. */
const rows: readonly [kind: FaultKind, pattern: RegExp, describe: (peer: Peer) => string][] = [
  [
    'proxy',
    /(Proxy response|ERR_PROXY_TUNNEL).*\b407\b/,
    () => 'the proxy wants a name and a password (407). Put them into HTTPS_PROXY: http://user:password@proxy:3128.',
  ],
  [
    'proxy',
    /Proxy response|ERR_PROXY_TUNNEL/,
    ({ name }) => `the proxy refuses the connection. Allow the host of ${name} there, or add it to NO_PROXY.`,
  ],
  [
    'certificate',
    /ERR_TLS_CERT_ALTNAME_INVALID|HOSTNAME_MISMATCH|does not match certificate's altnames/,
    ({ name, setting }) =>
      `the certificate of ${name} is of another host, or another server answers. Name the host of the certificate in ${setting}.`,
  ],
  [
    'certificate',
    /CERT_HAS_EXPIRED|CERT_NOT_YET_VALID|certificate has expired|certificate is not yet valid/,
    ({ name }) => `the certificate of ${name} is not valid now. Renew it, or set the clock of this machine.`,
  ],
  [
    'certificate',
    /SELF_SIGNED_CERT|UNABLE_TO_(GET|VERIFY)|CERT_\w+|INVALID_CA|CRL_\w+|self-signed certificate|unable to (get|verify)/,
    ({ name, ...peer }) => `the certificate of ${name} is not trusted. Name its authority in ${peer.authority}.`,
  ],
  [
    'no-tls',
    /ERR_SSL_\w+|wrong version number|\bEPROTO\b/,
    ({ name, setting }) => `${name} answers without TLS. Check the port and the protocol in ${setting}.`,
  ],
  [
    'no-http',
    /HTTPParserError|HPE_\w+|Parse Error/,
    ({ name, setting }) => `${name} answers with something else than HTTP. Check the port in ${setting}.`,
  ],
  [
    'refused',
    /ECONNREFUSED/,
    ({ name, setting }) => `${name} cannot be reached: nothing listens there. Start it, or check ${setting}.`,
  ],
  [
    'no-address',
    /ENOTFOUND|EAI_AGAIN|\bEDNS\b/,
    ({ name, setting }) => `${name} cannot be reached: its name has no address. Check the name servers and ${setting}.`,
  ],
  [
    'silent',
    /ETIMEDOUT|TimeoutError|ABORT_ERR|EABORT|UND_ERR_\w+_TIMEOUT|OAUTH_TIMEOUT|Operation timed out|not answer in time|Query read timeout|timeout exceeded when trying to connect|due to connection timeout/,
    ({ name, setting }) =>
      `${name} cannot be reached: it does not answer in time. Check its load, firewalls and ${setting}.`,
  ],
  [
    'no-route',
    /EHOSTUNREACH|ENETUNREACH|ENETDOWN|EADDRNOTAVAIL/,
    ({ name, setting }) => `${name} cannot be reached: no route leads there. Check the network and ${setting}.`,
  ],
  [
    'cut',
    /ECONNRESET|EPIPE|ECONNABORTED|ECONNECTION|UND_ERR_SOCKET|socket hang up|Connection (terminated|closed)|Client has encountered a connection error/,
    ({ name }) =>
      `${name} cannot be reached: the connection is cut. Look at its log, and at firewalls and proxies on the way.`,
  ],
];

/** The maximum length of a chain of causes. */
const depthMax = 10;

/** The error and its causes, the innermost first. If several addresses failed, only the error of the first one. */
function causesOf(error: unknown, depth = depthMax): object[] {
  if (typeof error !== 'object' || error === null || depth === 0) return [];
  const { cause, errors } = error as { cause?: unknown; errors?: unknown };
  return [...causesOf(cause ?? (Array.isArray(errors) ? errors[0] : null), depth - 1), error];
}

const textOf = (error: object): string => {
  const { name = '', code = '', message = '' } = error as { name?: unknown; code?: unknown; message?: unknown };
  return `${name} ${code} ${message}`;
};

/** Null for an error that is not a connection fault. */
export function connectionFault(error: unknown, peer: Peer): ConnectionFault | null {
  for (const text of causesOf(error).map(textOf)) {
    const row = rows.find(([, pattern]) => pattern.test(text));
    if (row) return { kind: row[0], text: row[2](peer) };
  }
  return null;
}
