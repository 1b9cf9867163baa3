/** Signs in accounts of a directory, and checks at each refresh of a session whether the directory still grants access. */
import * as messages from '../../../../shared/messages.ts';
import { loginError } from '../../../../shared/rules/person.ts';
import { type AppError, forbidden } from '../../../platform/app-error.ts';
import { accountKey, addressKey, shortenedName } from '../../../platform/sign-in-key.ts';
import type { Context } from '../../http/endpoint.ts';
import { type Identity, personTitle } from '../../rules/account.ts';
import { type DirectoryAccount, resolveAccess } from '../../rules/directory.ts';
import type { Author } from '../../store/journal.ts';
import type { Session } from '../../store/session-tokens.ts';
import type { Resources } from '../../store/store.ts';
import { beginSession } from '../auth/begin-session.ts';
import { authorOf, identityFields, lifetimes } from '../auth/sessions.ts';
import { logDirectoryFault } from './directory-fault.ts';

const loginMax = 255;

/**
 * Whether an account can have the login. A login that looks like a client's ID would lock the person out when that
 * client is added.
 */
const isUsableLogin = (login: string): boolean =>
  login.length <= loginMax && !/\p{Cc}/u.test(login) && loginError(accountKey(login)) === null;

const normalised = (account: DirectoryAccount): DirectoryAccount => ({
  ...account,
  login: accountKey(account.login),
  name: account.name.trim() || account.login,
});

async function admit(context: Context, account: DirectoryAccount, groups: readonly string[]) {
  const { store, config, address, now, log } = context;
  const by: Author = { who: messages.directory, onBehalfOf: null, address, at: now };
  const access = resolveAccess(config.SSO_ROLES, groups);
  const admitted = await store.directory.admit(account, access, now, by);
  if ('unknownClients' in admitted && admitted.unknownClients.length > 0)
    log.warn({ clients: admitted.unknownClients }, 'SSO_ROLES names unknown clients');
  return admitted;
}

/** Records a refused sign-in. Returns a 403 that says whom to ask. */
async function refuse(
  { store, address, now, log }: Context,
  account: DirectoryAccount,
  reason: keyof typeof messages.directoryRefusals,
): Promise<AppError> {
  const { source, login } = account;
  // A refused login, and a text derived from it, may have any length.
  const [who, subject] =
    reason === 'unfit' ? [messages.unknownName, addressKey(address)] : [personTitle(account), account.subject];
  await store.journal.refuse({
    by: { who, onBehalfOf: null, address, at: now },
    reason,
    source: `${source} ${subject}`,
  });
  log.warn({ source, account: reason === 'unfit' ? shortenedName(login) : login, address, reason }, 'sign-in refused');
  return forbidden(messages.directoryRefusals[reason]);
}

/** Returns the identity with the most rights of an account that the directory has confirmed. Throws a 403. */
export async function admitAccount(context: Context, found: DirectoryAccount): Promise<Identity> {
  if (!isUsableLogin(found.login)) throw await refuse(context, found, 'unfit');
  const account = normalised(found);
  if (account.groups === null) throw await refuse(context, account, 'unsaid');
  const admitted = await admit(context, account, account.groups);
  if ('refused' in admitted) throw await refuse(context, account, admitted.refused);
  const [identity] = admitted.identities;
  if (!identity) throw forbidden();
  return identity;
}

/** Starts a session after the directory has confirmed the account and, if needed, a second factor. */
export async function signOn(context: Context, found: DirectoryAccount): Promise<Identity> {
  for (;;) {
    const owner = await admitAccount(context, found);
    const decide = async ({ directory }: Resources) => ((await directory.isCurrent(owner)) ? 'session' : 'over');
    const next = await beginSession(context, { owner, decide, directoryGrant: found.grant });
    // An account whose rights have changed since then is admitted again.
    if (next === 'session') return owner;
  }
}

/**
 * Asks the directory of the session's account, once for concurrent refreshes, and applies the answer, which may end the
 * session. Returns false for a session of a local account. Changes nothing if the directory does not answer.
 */
export async function checkSession(context: Context, session: Session): Promise<boolean> {
  const { store, directories, asserted, address, now, log } = context;
  const account = await store.directory.accountOf(session.owner);
  if (!account) return false;
  const check = await store.sessions.beginCheck(session.id, lifetimes.graceMs, now);
  if (!check) return true;
  const checked = { ...account, grant: check.grant, asserted };
  const answer = directories[account.source]?.recheck(checked).catch((error: unknown) => {
    logDirectoryFault(log, account.source, error, identityFields(session));
    return 'unreachable' as const;
  });
  const found = (await answer) ?? 'over';
  if (found === 'unreachable') return true;
  if (found === 'gone') {
    await admit(context, { ...account, name: account.login, groups: [] }, []);
  } else if (found === 'over' || found.groups === null || !isUsableLogin(found.login)) {
    // A directory that names no account or no groups at a check may name them at a new sign-in.
    await store.sessions.end(
      session.id,
      now,
      authorOf(session, address, () => now),
      'directory-over',
    );
  } else {
    await admit(context, normalised(found), found.groups);
    if (found.grant !== undefined) await store.sessions.keepGrant(session.id, found.grant);
  }
  return true;
}
