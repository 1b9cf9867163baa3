/** Sign-in of administrators and clients, and the change of the own password. */
import * as messages from '../../../../shared/messages.ts';
import type { UserType } from '../../../../shared/roles.ts';
import { signInLimits } from '../../../../shared/rules/limits.ts';
import { badRequest, forbidden, tooManyAttempts, unauthorized } from '../../../platform/app-error.ts';
import { hashPassword, verifyPassword } from '../../../platform/password-hash.ts';
import { accountKey, addressKey, shortenedName } from '../../../platform/sign-in-key.ts';
import { type Context, endpoint } from '../../http/endpoint.ts';
import { adminIdentity, type ClientIdentity, type Identity, nameOf } from '../../rules/account.ts';
import type { Author } from '../../store/journal.ts';
import type { Store } from '../../store/store.ts';
import {
  adminLogin,
  adminUser,
  clientLogin,
  clientUser,
  passwordChangeBody,
  presentAdmin,
  presentClientUser,
  refuseOwnName,
} from './schemas.ts';
import { identityFields, recordSignIn, representedBy, startSession } from './sessions.ts';

/** `account` is the typed name, `logged` the account's name or, of a text that names none, its start. */
type Claimant = { type: UserType; account: string; logged: string };

const logFields = ({ type, logged }: Claimant, address: string) => ({ type, account: logged, address });

/** Verifies a password, counts the attempt and records a refusal by its author. Throws a 429 after too many attempts. */
async function checkPassword(
  { store, address, now, log }: Context,
  person: Claimant,
  password: string,
  hash: string | null,
  by: Author | null,
): Promise<boolean> {
  const attempt = { type: person.type, account: accountKey(person.account), address: addressKey(address) };
  const wait = await store.loginAttempts.begin(attempt, signInLimits, now);
  if (wait > 0) {
    // Names may change with every attempt, so refusals of all names are summed up.
    if (by) await store.journal.refuse({ by, reason: 'too-many-attempts', source: attempt.address });
    log.warn(logFields(person, address), 'sign-in refused: too many attempts');
    throw tooManyAttempts(Math.ceil(wait / 1000));
  }
  const matches = await verifyPassword(password, hash);
  if (matches) await store.loginAttempts.clear(attempt);
  else if (by) await store.journal.refuse({ by, reason: 'wrong-password', source: `${attempt.address} ${by.who}` });
  return matches;
}

/** `known` is null for an unknown name. An unknown name and a wrong password have the same reply and duration. */
async function signIn<Person extends Identity>(
  context: Context,
  account: { type: UserType; account: string },
  password: string,
  known: { person: Person; hash: string | null } | null,
): Promise<Person> {
  const { address, now, log } = context;
  const hash = known?.hash ?? null;
  const name = known && hash !== null ? nameOf(known.person) : null;
  // An unknown name may be a password that was typed into the wrong field.
  const onBehalfOf = known && name !== null ? representedBy(known.person) : null;
  const by = { who: name ?? messages.unknownName, onBehalfOf, address, at: now };
  const claimant = { ...account, logged: name ?? shortenedName(account.account) };
  const matches = await checkPassword(context, claimant, password, hash, by);
  if (!matches || !known) {
    log.warn(logFields(claimant, address), 'sign-in failed');
    throw unauthorized(messages.badCredentials);
  }
  await startSession(context, known.person);
  await recordSignIn(context, known.person);
  log.info(logFields(claimant, address), 'signed in');
  return known.person;
}

/** Throws a 403 where accounts of the service do not sign in. */
function requireLocalSignIn({ config, address, log }: Context): void {
  if (config.LOCAL_SIGN_IN) return;
  log.warn({ address }, 'sign-in refused: LOCAL_SIGN_IN is off');
  throw forbidden(messages.localSignInOff);
}

async function findAdministrator({ administrators }: Store, username: string) {
  const found = await administrators.findByUsername(username);
  if (!found) return null;
  return { person: adminIdentity(found), hash: await administrators.passwordHash(found.id) };
}

/** By the login of a person, or the ID of a client. An unknown client has no password hash. */
async function findClient({ clients, people }: Store, clientId: string) {
  const found = await people.findByLogin(accountKey(clientId));
  if (found) return found;
  const person: ClientIdentity = { type: 'client', clientId };
  return { person, hash: await clients.passwordHash(clientId) };
}

type Change = { current_password: string; new_password: string };
type Account = {
  /** The account's name and ID, which the password may not equal. */
  names: readonly string[];
  hash: string | null;
  save: (hash: string) => Promise<unknown>;
};

async function changePassword(context: Context, viewer: Identity, change: Change, { names, hash, save }: Account) {
  const { store, session, now, log } = context;
  if (await store.directory.accountOf(viewer)) throw forbidden(messages.passwordOfDirectory);
  refuseOwnName(change.new_password, names);
  const account = viewer.type === 'client' ? (viewer.person?.login ?? viewer.clientId) : viewer.username;
  const person = { type: viewer.type, account, logged: nameOf(viewer) };
  if (!(await checkPassword(context, person, change.current_password, hash, context.by))) {
    throw badRequest(messages.wrongCurrentPassword);
  }
  await save(await hashPassword(change.new_password));
  await store.sessions.endOf(viewer, session?.id ?? null, now);
  log.info(identityFields(session), 'password changed');
}

export const signInCalls = [
  endpoint('POST', '/admin/auth/login', 'public', {
    summary: 'An administrator signs in',
    body: adminLogin,
    reply: adminUser,
    allowsReadOnly: true,
    handle: async ({ body: { username, password }, ...context }) => {
      requireLocalSignIn(context);
      const known = await findAdministrator(context.store, username);
      const person = await signIn(context, { type: 'admin', account: username }, password, known);
      return presentAdmin(person);
    },
  }),
  endpoint('POST', '/server/auth/login', 'public', {
    summary: 'A client or one of its people signs in; `client_id` is the ID or the login',
    body: clientLogin,
    reply: clientUser,
    allowsReadOnly: true,
    handle: async ({ body: { client_id, password }, ...context }) => {
      requireLocalSignIn(context);
      const known = await findClient(context.store, client_id);
      const person = await signIn(context, { type: 'client', account: client_id }, password, known);
      return presentClientUser(person);
    },
  }),
  endpoint('POST', '/admin/password/change', 'admin', {
    summary: 'An administrator changes their own password',
    body: passwordChangeBody,
    allowsReadOnly: true,
    handle: async ({ body, viewer, ...context }) => {
      const { administrators } = context.store;
      if (body.username !== undefined && body.username !== viewer.username)
        throw forbidden(messages.otherAdminPassword);
      return changePassword(context, viewer, body, {
        names: [viewer.username],
        hash: await administrators.passwordHash(viewer.adminId),
        save: (hash) =>
          administrators.setPasswordHash(viewer.adminId, hash, { by: context.by, action: 'password-changed' }),
      });
    },
  }),
  endpoint('POST', '/client/password/change', 'client', {
    summary: 'A client, or one of its people, changes the own password',
    body: passwordChangeBody,
    handle: async ({ body, viewer, ...context }) => {
      const { clients, people } = context.store;
      const { person } = viewer;
      if (person) {
        const { personId, login, name } = person;
        return changePassword(context, viewer, body, {
          names: [login, name, viewer.clientId],
          hash: await people.passwordHash(personId),
          save: (hash) => people.setPasswordHash(personId, hash, { by: context.by, action: 'password-changed' }),
        });
      }
      const client = await clients.get(viewer.clientId, context.now);
      return changePassword(context, viewer, body, {
        names: [viewer.clientId, client?.name ?? ''],
        hash: await clients.passwordHash(viewer.clientId),
        save: (hash) => clients.setPasswordHash(viewer.clientId, hash, { by: context.by, action: 'password-changed' }),
      });
    },
  }),
];
