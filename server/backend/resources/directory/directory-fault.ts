/** Faults of directories: the reply to a sign-in, and the line in the log. */
import { InvalidCredentialsError, ResultCodeError } from 'ldapts';
import type { Logger } from 'pino';
import * as messages from '../../../../shared/messages.ts';
import { AppError } from '../../../platform/app-error.ts';
import { connectionFault, peers } from '../../../platform/connection-fault.ts';
import type { Source } from '../../rules/directory.ts';
import { DirectoryLimitError } from './ldap.ts';
import { ProviderUnavailableError } from './oidc-client.ts';

/** A sign-in failed because the directory does not answer. The cause is for the log. */
export class DirectoryDownError extends AppError {
  override name = 'DirectoryDownError';
  readonly source: Source;

  constructor(source: Source, cause: unknown) {
    super(503, messages.directoryDown, { code: 'directory-down', cause });
    this.source = source;
  }
}

const wrongService = 'the directory refuses the account of the service. Check LDAP_BIND_DN and LDAP_BIND_PASSWORD.';

type Described = { fault: string } | { reason: string } | { err: unknown };

/** A connection fault has a remedy; an answer of the directory has a reason. Anything else may be a bug. */
function describe(source: Source, error: unknown): Described {
  if (error instanceof InvalidCredentialsError) return { fault: wrongService };
  if (error instanceof DirectoryLimitError) return { fault: error.message };
  const found = source === 'header' ? null : connectionFault(error, peers[source]);
  if (found) return { fault: found.text };
  const isAnswer = error instanceof ResultCodeError || error instanceof ProviderUnavailableError;
  return isAnswer ? { reason: error.message.trim() } : { err: error };
}

/** For the command line. */
export function faultText(source: Source, error: unknown): string {
  const described = describe(source, error);
  if ('fault' in described) return described.fault;
  return error instanceof Error ? `${error.name}: ${error.message.trim()}` : String(error);
}

/** Logs one line. `of`: fields that identify the account in question. */
export const logDirectoryFault = (log: Logger, source: Source, error: unknown, of: object = {}): void =>
  log.warn({ ...of, source, ...describe(source, error) }, 'the directory does not answer');
