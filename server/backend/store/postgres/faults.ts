/** Faults of PostgreSQL: which are transient, and the remedies for operators. */
import { connectionFault, type FaultKind, peers } from '../../../platform/connection-fault.ts';

const codeOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';

/** SQLSTATE of a statement that ran too long, or conflicted with the replay on a replica. */
const canceled = '57014';

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : '');

/** A serialization failure or a deadlock: a retry of the transaction can succeed. */
export const isConflict = (error: unknown): boolean => ['40001', '40P01'].includes(codeOf(error));

/**
 * One text for all connection faults: an outage is first a cut connection, then a refused one, and the log has one line for it.
 */
const unreachable = 'it cannot be reached. Start the server, or check DATABASE_URL and the network.';

/** By SQLSTATE, whose first two characters are its class. */
const faults: readonly [codes: RegExp, fault: string][] = [
  [/^08\w{3}$/, unreachable],
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

/** The server or the network has ended the connection. */
export const isLost = (error: unknown): boolean =>
  /^(57P0[12]|08\w{3}|ECONNRESET|EPIPE)$/.test(codeOf(error)) ||
  // A connection timeout is not retried.
  /Connection terminated(?! due to connection timeout)/.test(messageOf(error));

/** The server takes too long for a trivial statement. */
export class NoAnswerError extends Error {
  override name = 'NoAnswerError';
  readonly code = canceled;
}

/** The connection must not be reused: it is dead, or leads to a server that has become read-only. */
export const isUnusable = (error: unknown): boolean =>
  isLost(error) ||
  error instanceof NoAnswerError ||
  codeOf(error) === '25006' ||
  /Query read timeout/.test(messageOf(error));

/** `pg` reports a server without TLS only by its message. */
const withoutTls = 'The server does not support SSL connections';
const withoutTlsFault =
  'it has no TLS. Turn TLS on at the server, or add sslmode=disable to the address if others cannot read the network.';

/** Every SQLSTATE has a digit, unlike the code EPIPE. */
const sqlState = /^(?=.*\d)[0-9A-Z]{5}$/;

/** A socket file is missing, or belongs to another user. */
const noSocket = /^(ENOENT|EACCES)$/;

/** Kinds whose remedy is a setting. */
const namedKinds: readonly FaultKind[] = ['certificate', 'no-tls'];

/** Returns the fault of the server or the connection with its remedy; null for any other error. */
export function serverFault(error: unknown): string | null {
  // All addresses of the host have failed.
  const failed = error instanceof AggregateError ? error.errors[0] : error;
  const [message, code] = [messageOf(failed), codeOf(failed)];
  if (message === withoutTls) return withoutTlsFault;
  if (noSocket.test(code)) return unreachable;
  if (sqlState.test(code)) return faults.find(([codes]) => codes.test(code))?.[1] ?? null;
  // Without the cause: an error of another connection is not a fault of the database.
  const fault = connectionFault({ code, message }, peers.database);
  return fault && (namedKinds.includes(fault.kind) ? fault.text : unreachable);
}

/** Host, port and name of the database, without the user and the password. */
export function describeUrl(url: string): string {
  const { host, pathname } = new URL(url);
  return `${decodeURIComponent(host)}${pathname}`;
}

/** The cause is the server, the connection or a conflict, not the program: another server may succeed. */
export const isFaultOfServer = (error: unknown): boolean =>
  serverFault(error) !== null || isConflict(error) || isLost(error) || codeOf(error) === canceled;
