/** Adds administrators and resets their passwords. The command line does this, because the console does not offer it. */
import * as messages from '../../shared/messages.ts';
import { lookOf } from '../../shared/rules/person.ts';
import { hashPassword } from '../platform/password-hash.ts';
import { accountName } from '../platform/setting-values.ts';
import { accountKey, isClientId } from '../platform/sign-in-key.ts';
import { weakPasswordError } from '../platform/weak-password.ts';
import { inTurn } from './http/access.ts';
import { adminIdentity, type Identity } from './rules/account.ts';
import type { Author } from './store/journal.ts';
import type { Store } from './store/store.ts';

type Accounts = Pick<Store, 'administrators' | 'people'>;

/** Throws unless the password obeys the rules of the console. */
async function hashNew(password: string, username: string): Promise<string> {
  const error = weakPasswordError(password, [username]);
  if (error !== null) throw new Error(error);
  return hashPassword(password);
}

/**
 * Returns the name as it will be stored. Throws if the sign-in form does not accept it, if it looks like another
 * administrator's, or if it is the ID of a client: a client with an administrator's name cannot get a password.
 */
export async function checkNewName(store: Accounts, typed: string): Promise<string> {
  let name: string;
  try {
    name = accountName(typed);
  } catch (error) {
    throw new Error(`The name ${(error as Error).message}`);
  }
  if (/\p{Cc}/u.test(name) || !name.isWellFormed()) throw new Error('The name has characters that nobody can type');
  const key = accountKey(name);
  const look = lookOf(key);
  const taken = (await store.administrators.usernames()).find((other) => lookOf(accountKey(other)) === look);
  if (taken !== undefined) throw new Error(`There is already an administrator «${taken}»`);
  if (await store.people.hasLogin(key)) throw new Error(`«${name}» is the login of a person of a client`);
  if (isClientId(look)) throw new Error(`«${name}» is the ID of a client`);
  return name;
}

type Added = [store: Store, name: string, password: string, now: number];

async function add([store, name, password, now]: Added, observer: boolean): Promise<void> {
  const hash = await hashNew(password, name);
  await inTurn(store, ['names'], async (unit) => {
    await checkNewName(unit, name);
    await unit.administrators.create(name, hash, now, commandLine(now), observer);
  });
}

export const addAdministrator = (...added: Added): Promise<void> => add(added, false);
export const addObserver = (...added: Added): Promise<void> => add(added, true);

/** Also ends the administrator's sessions, so that the next sign-in shows the new rights. */
export async function setObserver(store: Store, name: string, observer: boolean, now: number): Promise<void> {
  const administrator = await findAdministrator(store, name);
  await inTurn(store, [adminIdentity(administrator)], ({ administrators }) =>
    administrators.setObserver(administrator, observer, commandLine(now)),
  );
}

/** Throws for an unknown name; the message lists the administrators. */
export async function findAdministrator(store: Store, name: string) {
  const found = await store.administrators.findByUsername(name.trim());
  if (found) return found;
  const names = await store.administrators.usernames();
  throw new Error(`There is no administrator «${name}». Administrators: ${names.join(', ')}`);
}

/** Also ends the administrator's sessions. */
export async function resetPassword(store: Store, name: string, password: string, now: number): Promise<void> {
  const administrator = adminIdentity(await findAdministrator(store, name));
  const hash = await hashNew(password, administrator.username);
  await inTurn(store, [administrator], async ({ passwords }) => {
    const change = { by: commandLine(now), action: 'password-set' } as const;
    const isSet = await passwords.set(administrator, hash, change);
    if (!isSet) throw new Error(`The administrator «${administrator.username}» signs in by a directory`);
  });
}

/** Finds the account of a sign-in name: an administrator, a person or a client. Throws for an unknown name. */
async function findAccount(store: Store, typed: string, now: number): Promise<Identity> {
  const name = typed.trim();
  const administrator = await store.administrators.findByUsername(name);
  if (administrator) return adminIdentity(administrator);
  const person = await store.people.findByLogin(accountKey(name));
  if (person) return person.person;
  const clientId = accountKey(name);
  if (await store.clients.get(clientId, now)) return { type: 'client', clientId };
  throw new Error(`There is no administrator, person or client «${name}»`);
}

/** For a lost device. Also ends the account's sessions. */
export async function resetSecondFactor(store: Store, name: string, now: number): Promise<void> {
  const account = await findAccount(store, name, now);
  const by = commandLine(now);
  await inTurn(store, [account], async ({ access, secondFactors }) => {
    if (!(await secondFactors.remove(account, 'second-factor-reset', by)))
      throw new Error(`«${name}» has no second factor`);
    await access.revoke(account, { keeps: null, parts: [], by });
  });
}

export const commandLine = (at: number): Author => ({ who: messages.commandLine, onBehalfOf: null, address: '', at });
