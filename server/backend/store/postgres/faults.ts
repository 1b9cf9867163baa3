/** Faults of PostgreSQL: which ones pass by themselves, and what operators do about the others. */

const codeOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';

/** A statement that ran too long, or stood in the way of the replay on a replica. */
const canceled = '57014';

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : '');

/** A serialization failure or a deadlock: the same transaction can succeed. */
export const isConflict = (error: unknown): boolean => ['40001', '40P01'].includes(codeOf(error));

/** By SQLSTATE or by the code of the network's error. A class is its first two characters. */
const faults: readonly [codes: RegExp, fault: string][] = [
  [
    /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ECONNRESET|EPIPE|ENOENT|EACCES|08\w{3})$/,
    'it cannot be reached. Start the server, or check DATABASE_URL and the network.',
  ],
  [
    /^(ERR_TLS_CERT_ALTNAME_INVALID|HOSTNAME_MISMATCH)$/,
    'its certificate is of another host, or another server answers. Name the host of the certificate in the address.',
  ],
  [
    /^(DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_\w+|CERT_\w+|INVALID_CA|CRL_\w+)$/,
    'its certificate is not trusted, or not valid now. Name its authority in sslrootcert or NODE_EXTRA_CA_CERTS.',
  ],
  [/^(28P01|28000)$/, 'it refuses the user or the password. Check DATABASE_URL.'],
  [/^3D000$/, 'the database does not exist. Create it, or check DATABASE_URL.'],
  [/^42501$/, 'the user lacks a privilege. Make the user the owner of the database.'],
  [/^53100$/, 'its disk is full. Free space on it.'],
  [/^53300$/, 'it has too many connections. Lower DATABASE_CONNECTIONS, or raise max_connections.'],
  [/^(25006)$/, 'it is read-only. Point DATABASE_URL to the primary server.'],
  [/^57P0[1234]$/, 'it is starting or stopping. The service continues when it is ready.'],
  [/^(57014|55P03|25P0[34])$/, 'it did not answer in time. Check its load and its locks.'],
  [/^5[38]\w{3}$/, 'it lacks resources or reports a read or write error. Check its log.'],
  [/^XX00[12]$/, 'its data is damaged. Check its log, and restore a backup.'],
];

/** The server has ended the connection, or the network has. */
export const isLost = (error: unknown): boolean =>
  /^(57P0[12]|08\w{3}|ECONNRESET|EPIPE)$/.test(codeOf(error)) ||
  // A server that accepts no connection in time is not asked again.
  /Connection terminated(?! due to connection timeout)/.test(messageOf(error));

/** A server takes too long for what needs no time. */
export class NoAnswerError extends Error {
  override name = 'NoAnswerError';
  readonly code = canceled;
}

/** The next query needs another connection: it answers no more, or leads to a server that has become read-only. */
export const isUnusable = (error: unknown): boolean =>
  isLost(error) ||
  error instanceof NoAnswerError ||
  codeOf(error) === '25006' ||
  /Query read timeout/.test(messageOf(error));

/** `pg` reports a lost connection and a wait for a connection by their texts alone. */
const lostPattern =
  /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Query read timeout/;

/** `pg` reports that the server answers without TLS by the text alone. */
const withoutTls = 'The server does not support SSL connections';
const withoutTlsFault =
  'it has no TLS. Turn TLS on at the server, or add sslmode=disable to the address if others cannot read the network.';

/** Returns the fault of the server or the connection with its remedy; null for any other error. */
export function serverFault(error: unknown): string | null {
  // Several addresses of a host fail together.
  const cause = error instanceof AggregateError ? error.errors[0] : error;
  if (messageOf(cause) === withoutTls) return withoutTlsFault;
  if (lostPattern.test(messageOf(cause))) return serverFault({ code: 'ECONNRESET' });
  return faults.find(([codes]) => codes.test(codeOf(cause)))?.[1] ?? null;
}

/** Host, port and name of the database, without the user and the password. */
export function describeUrl(url: string): string {
  const { host, pathname } = new URL(url);
  return `${decodeURIComponent(host)}${pathname}`;
}

/** The server, the connection or a conflict failed, not the program: another server may succeed. */
export const isFaultOfServer = (error: unknown): boolean =>
  serverFault(error) !== null || isConflict(error) || isLost(error) || codeOf(error) === canceled;
