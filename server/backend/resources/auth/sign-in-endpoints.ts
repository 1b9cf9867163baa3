/** Sign-in of administrators and clients, and changes of one's own password. */
import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import * as messages from '../../../../shared/messages.ts';
import type { UserType } from '../../../../shared/roles.ts';
import { type AppError, forbidden, unauthorized } from '../../../platform/app-error.ts';
import { hashPassword, verifyPassword } from '../../../platform/password-hash.ts';
import { accountKey, shortenedName } from '../../../platform/sign-in-key.ts';
import { type Context, endpoint, existing } from '../../http/endpoint.ts';
import { adminIdentity, type ClientIdentity, type Identity, nameOf } from '../../rules/account.ts';
import type { DirectoryAccount } from '../../rules/directory.ts';
import type { Author } from '../../store/journal.ts';
import type { Session } from '../../store/session-tokens.ts';
import type { Resources } from '../../store/store.ts';
import { DirectoryDownError } from '../directory/directory-fault.ts';
import { admitAccount } from '../directory/sign-on.ts';
import { attempt, type Claimant, logFields, recordRefusal, requireProof, withProof } from './attempts.ts';
import { beginSession } from './begin-session.ts';
import {
  adminLogin,
  adminUser,
  clientLogin,
  clientUser,
  passwordChangeBody,
  presentAdmin,
  presentClientUser,
  refuseOwnName,
  type SecondStep,
  secondStep,
} from './schemas.ts';
import { secondStepOf } from './second-factor.ts';
import { identityFields, signInAuthor } from './sessions.ts';

type Typed = { type: UserType; account: string };
/** A local account. `hash` is null without a password; an unknown client has none. */
type Known<Person> = { person: Person; hash: string | null } | null;

/** Asks LDAP whether the account of a name has the password. For a local account it sends random values instead of both. */
async function askDirectory({ directories, store }: Context, { account }: Typed, password: string) {
  const { ldap } = directories;
  if (!ldap?.verify) return null;
  const [login, secret] = (await store.directory.isLocal(account)) ? [randomUUID(), randomUUID()] : [account, password];
  return ldap.verify(login, secret).catch((cause: unknown) => {
    throw new DirectoryDownError('ldap', cause);
  });
}

type Find<Person> = (resources: Resources, account: string) => Promise<Known<Person>>;

/** Who signs in: a local account with the hash that was verified, or an account of a directory. */
type Verified = { claimant: Claimant; by: Author } & ({ owner: Identity; hash: string } | { found: DirectoryAccount });

/** Tries a local account, then the directory. For every name, a wrong password takes as long and has the same reply. */
async function verify(context: Context, typed: Typed, password: string, find: Find<Identity>): Promise<Verified> {
  const { store, address, now, log } = context;
  const known = await ifLocal(context, () => find(store, typed.account));
  const hash = known?.hash ?? null;
  const owner = hash === null ? null : (known?.person ?? null);
  // Not the typed text: an unknown name may be a password that was typed into the wrong field.
  const by = owner ? signInAuthor(owner, context) : { who: messages.unknownName, onBehalfOf: null, address, at: now };
  const claimant = { ...typed, logged: owner ? nameOf(owner) : shortenedName(typed.account) };
  let verified: Verified | null = null;
  await attempt(context, claimant, by, 'wrong-password', async () => {
    if (await verifyPassword(password, hash)) {
      if (owner !== null && hash !== null) verified = { claimant, by, owner, hash };
    } else {
      const found = await askDirectory(context, typed, password);
      if (found) verified = { claimant, by, found };
    }
    return verified !== null;
  });
  if (verified !== null) return verified;
  log.warn(logFields(claimant, context), 'sign-in failed');
  throw unauthorized(messages.badCredentials);
}

async function signIn<Person extends Identity, User>(
  context: Context,
  typed: Typed,
  password: string,
  find: Find<Person>,
  present: (person: Person) => User,
): Promise<User | SecondStep> {
  const verified = await verify(context, typed, password, find);
  for (;;) {
    const owner = 'found' in verified ? await admitAccount(context, verified.found) : verified.owner;
    if (owner.type !== typed.type) throw forbidden(messages.otherUserType);
    const holds = async (resources: Resources) =>
      'found' in verified
        ? resources.directory.isCurrent(owner)
        : (await find(resources, typed.account))?.hash === verified.hash;
    const decide = async (resources: Resources) =>
      (await holds(resources)) ? ((await secondStepOf(context, resources, owner)) ?? 'session') : 'over';
    const next = await beginSession(context, { owner, decide });
    if (next === 'session') return present(owner as Person);
    if (next !== 'over') return { second_factor: next };
    // The password has changed since then. A directory account is admitted again, with its present rights.
    if ('hash' in verified) throw await refuseChanged(context, verified);
  }
}

async function refuseChanged(context: Context, { claimant, by }: Verified): Promise<AppError> {
  await recordRefusal(context, claimant, by, 'wrong-password');
  context.log.warn(logFields(claimant, context), 'sign-in failed');
  return unauthorized(messages.badCredentials);
}

/** Returns the local account, or null when LOCAL_SIGN_IN is off. Throws a 403 when no account can sign in with a password. */
async function ifLocal<T>({ config, directories, address, log }: Context, find: () => Promise<T>): Promise<T | null> {
  if (config.LOCAL_SIGN_IN) return find();
  if (directories.ldap) return null;
  log.warn({ address }, 'sign-in refused: LOCAL_SIGN_IN is off');
  throw forbidden(messages.localSignInOff);
}

async function findAdministrator({ administrators, passwords }: Resources, username: string) {
  const found = await administrators.findByUsername(username);
  if (!found) return null;
  const person = adminIdentity(found);
  return { person, hash: await passwords.find(person) };
}

/** By the login of a person, or the ID of a client. An unknown client has no password hash. */
async function findClient({ passwords, people }: Resources, typed: string) {
  const clientId = accountKey(typed);
  const found = await people.findByLogin(clientId);
  if (found) return found;
  const person: ClientIdentity = { type: 'client', clientId };
  return { person, hash: await passwords.find(person) };
}

type Change = { current_password: string; new_password: string };

/** The account's names and ID, which the password may not equal. */
async function namesOf({ store, now }: Context, viewer: Identity): Promise<string[]> {
  if (viewer.type === 'admin') return [viewer.username];
  const { clientId, person } = viewer;
  if (person) return [person.login, person.name, clientId];
  return [clientId, (await store.clients.get(clientId, now))?.name ?? ''];
}

async function changePassword(
  context: Context & { session: Session },
  viewer: Identity,
  { current_password, new_password }: Change,
) {
  const { store, session, by, log } = context;
  if (await store.directory.accountOf(viewer)) throw forbidden(messages.passwordOfDirectory);
  refuseOwnName(new_password, await namesOf(context, viewer));
  const prover = { session, owner: viewer };
  const prove = async () => {
    const hash = await store.passwords.find(viewer);
    await requireProof(context, prover, 'wrong-password', () => verifyPassword(current_password, hash));
    return hash;
  };
  const newHash = await hashPassword(new_password);
  const change = { by, action: 'password-changed' } as const;
  await withProof(context, prover, prove, async ({ passwords }) =>
    existing(await passwords.set(viewer, newHash, change, session.id)),
  );
  log.info(identityFields(session), 'password changed');
}

export const signInCalls = [
  endpoint('POST', '/admin/auth/login', 'public', {
    summary: 'An administrator signs in',
    body: adminLogin,
    reply: v.union([adminUser, secondStep]),
    allowsReadOnly: true,
    onAccess: true,
    handle: ({ body: { username, password }, ...context }) =>
      signIn(context, { type: 'admin', account: username }, password, findAdministrator, presentAdmin),
  }),
  endpoint('POST', '/server/auth/login', 'public', {
    summary: 'A client or one of its people signs in; `client_id` is the ID or the login',
    body: clientLogin,
    reply: v.union([clientUser, secondStep]),
    allowsReadOnly: true,
    onAccess: true,
    handle: ({ body: { client_id, password }, ...context }) =>
      signIn(context, { type: 'client', account: client_id }, password, findClient, presentClientUser),
  }),
  endpoint('POST', '/admin/password/change', 'admin', {
    summary: 'An administrator changes their own password',
    body: passwordChangeBody,
    allowsReadOnly: true,
    onAccess: true,
    handle: async ({ body, viewer, ...context }) => {
      if (body.username !== undefined && accountKey(body.username) !== accountKey(viewer.username))
        throw forbidden(messages.otherAdminPassword);
      return changePassword(context, viewer, body);
    },
  }),
  endpoint('POST', '/client/password/change', 'client', {
    summary: 'A client, or one of its people, changes its own password',
    body: passwordChangeBody,
    onAccess: true,
    handle: ({ body, viewer, ...context }) => changePassword(context, viewer, body),
  }),
];
