/** Signs in accounts of a directory, and checks at each refresh of a session whether the directory still grants access. */
import * as messages from '../../../../shared/messages.ts';
import { AppError, forbidden } from '../../../platform/app-error.ts';
import { accountKey } from '../../../platform/sign-in-key.ts';
import type { Context } from '../../http/endpoint.ts';
import { type Identity, personTitle } from '../../rules/account.ts';
import { type DirectoryAccount, resolveAccess } from '../../rules/directory.ts';
import type { Author } from '../../store/journal.ts';
import type { Session } from '../../store/session-tokens.ts';
import { authorOf, identityFields, lifetimes, startSession } from '../auth/sessions.ts';

export const directoryDown = (cause?: unknown) => new AppError(503, messages.directoryDown, { cause });

/** An account without a login is unusable. */
function normalised(account: DirectoryAccount): DirectoryAccount {
  const login = accountKey(account.login);
  if (login === '') throw new AppError(502, messages.directoryRefusals.none);
  return { ...account, login, name: account.name.trim() || account.login };
}

async function admit({ store, config, address, now, log }: Context, account: DirectoryAccount) {
  const by: Author = { who: messages.directory, onBehalfOf: null, address, at: now };
  const access = resolveAccess(config.SSO_ROLES, account.groups);
  const admitted = await store.directory.admit(account, access, now, by);
  if ('unknownClients' in admitted && admitted.unknownClients.length > 0)
    log.warn({ clients: admitted.unknownClients }, 'SSO_ROLES names unknown clients');
  return admitted;
}

/**
 * Returns the identity with the most rights of an account that the directory has confirmed. Throws a 403 that says whom to ask.
 */
export async function admitAccount(context: Context, found: DirectoryAccount): Promise<Identity> {
  const { store, address, now, log } = context;
  const account = normalised(found);
  const logged = { source: account.source, account: account.login, address };
  const admitted = await admit(context, account);
  if ('refused' in admitted) {
    const by = { who: personTitle(account), onBehalfOf: null, address, at: now };
    const source = `${account.source} ${account.subject}`;
    await store.journal.refuse({ by, reason: admitted.refused, source });
    log.warn({ ...logged, reason: admitted.refused }, 'sign-in refused');
    throw forbidden(messages.directoryRefusals[admitted.refused]);
  }
  const [identity] = admitted.identities;
  if (!identity) throw forbidden();
  return identity;
}

/** Starts a session after the directory has confirmed the account and, if needed, a second factor. */
export async function signOn(context: Context, found: DirectoryAccount): Promise<Identity> {
  const identity = await admitAccount(context, found);
  await startSession(context, identity, found.grant);
  return identity;
}

/**
 * Asks the directory of the session's account, once for concurrent refreshes, and applies the answer, which may end the
 * session. Returns false for a session of a local account. Changes nothing if the directory does not answer.
 */
export async function checkSession(context: Context, session: Session): Promise<boolean> {
  const { store, directories, asserted, address, now, log } = context;
  const account = await store.directory.accountOf(session.owner);
  if (!account) return false;
  const begun = await store.sessions.beginCheck(session.id, lifetimes.graceMs, now);
  if (!begun) return true;
  const checked = { ...account, grant: begun.grant, asserted };
  let err: unknown;
  const answer = directories[account.source]?.recheck(checked).catch((error: unknown) => {
    err = error;
    return 'unreachable' as const;
  });
  const reported = (await answer) ?? 'over';
  // A provider that names nobody at a check may do so at a new sign-in.
  const found = typeof reported === 'object' && accountKey(reported.login) === '' ? 'over' : reported;
  if (found === 'unreachable') {
    log.warn({ ...identityFields(session), source: account.source, err }, 'the directory does not answer');
  } else if (found === 'over') {
    await store.sessions.end(
      session.id,
      now,
      authorOf(session, address, () => now),
      'directory-over',
    );
  } else if (found === 'gone') {
    await admit(context, { ...account, name: account.login, groups: [] });
  } else {
    await admit(context, normalised(found));
    if (found.grant !== undefined) await store.sessions.keepGrant(session.id, found.grant);
  }
  return true;
}
