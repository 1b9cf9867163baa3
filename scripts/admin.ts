/**
 * `npm run admin -- add NAME` adds an administrator, `add-observer` a read-only one. `reset-password` sets a new password,
 * `make-observer` and `make-administrator` change the role, `reset-totp` removes the second factor of any account; these four
 * end the account's sessions. `explain NAME` prints the access that a person of a directory would get, `link LOGIN SOURCE
 * SUBJECT` assigns them a local account (in the image: `node dist/server/admin.js …`). All commands work while the service
 * runs. In a terminal the password is typed twice, hidden; otherwise it is the first line of standard input. If it is empty,
 * the command generates a password and prints it once.
 */
import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import {
  addAdministrator,
  addObserver,
  checkNewName,
  findAdministrator,
  resetPassword,
  resetSecondFactor,
  setObserver,
} from '../server/backend/administrators.ts';
import { explainAccess, linkAccount } from '../server/backend/explain-access.ts';
import { createDirectories } from '../server/backend/resources/directory/directories.ts';
import type { Store } from '../server/backend/store/store.ts';
import { readConfig } from '../server/platform/read-config.ts';
import { withSessionSecret } from '../server/platform/session-secret.ts';
import * as messages from '../shared/messages.ts';
import { generatePassword } from '../shared/rules/password.ts';
import { readHiddenLine, runCommand, withStore } from './command.ts';

const usage =
  'Usage: npm run admin -- (add | add-observer | reset-password | make-observer | make-administrator) NAME [--data-dir DIR]\n' +
  '       npm run admin -- reset-totp NAME [--data-dir DIR]\n' +
  '       npm run admin -- explain NAME [--groups A,B] | link LOGIN (oidc | ldap | header) SUBJECT [--data-dir DIR]';

type Command = {
  check: (store: Store, name: string) => Promise<string>;
  done: string;
} & ({ setPassword: typeof addAdministrator } | { act: (store: Store, name: string, now: number) => Promise<void> });

const findName = async (store: Store, name: string) => (await findAdministrator(store, name)).username;
const setRole = (observer: boolean) => (store: Store, name: string, now: number) =>
  setObserver(store, name, observer, now);
const ended = 'their sessions have ended';

/** `check` fails before the operator types a password. */
const commands = new Map<string, Command>(
  Object.entries({
    add: { check: checkNewName, setPassword: addAdministrator, done: 'is an administrator now' },
    'add-observer': { check: checkNewName, setPassword: addObserver, done: 'is an observer now' },
    'reset-password': { check: findName, setPassword: resetPassword, done: `has a new password; ${ended}` },
    'make-observer': { check: findName, act: setRole(true), done: `is an observer now; ${ended}` },
    'make-administrator': { check: findName, act: setRole(false), done: `is an administrator now; ${ended}` },
    'reset-totp': {
      check: async (_, name) => name,
      act: resetSecondFactor,
      done: `has no second factor now; ${ended}`,
    },
  } satisfies Record<string, Command>),
);

/** Null: the command generates a password. */
async function readPassword(): Promise<string | null> {
  const password = await readHiddenLine('New password (empty: generate one): ');
  if (password === '') return null;
  if (process.stdin.isTTY && (await readHiddenLine('Again: ')) !== password) throw new Error(messages.passwordsDiffer);
  return password;
}

async function manage(store: Store, command: Command, typedName: string): Promise<void> {
  const name = await command.check(store, typedName);
  let generated = '';
  if ('act' in command) await command.act(store, name, Date.now());
  else {
    const typed = await readPassword();
    const password = typed ?? generatePassword(randomBytes);
    if (typed === null) generated = `\nPassword: ${password}`;
    await command.setPassword(store, name, password, Date.now());
  }
  console.log(`«${name}» ${command.done}${generated}`);
}

async function explain(store: Store, name: string, groups: string | undefined): Promise<void> {
  const config = withSessionSecret(readConfig(process.env));
  const about = { store, rules: config.SSO_ROLES, directories: createDirectories(config) };
  for (const line of await explainAccess(about, name, groups?.split(',') ?? null, Date.now())) console.log(line);
}

await runCommand(async () => {
  const options = { 'data-dir': { type: 'string' }, groups: { type: 'string' } } as const;
  const { values, positionals } = parseArgs({ allowPositionals: true, options });
  const run = <T>(work: (store: Store) => Promise<T>) => withStore(values['data-dir'], work);
  const [name = '', typedName, source, subject] = positionals;
  const command = commands.get(name);
  if (typedName !== undefined && positionals.length === 2) {
    if (name === 'explain') return run((store) => explain(store, typedName, values.groups));
    if (command) return run((store) => manage(store, command, typedName));
  }
  if (name !== 'link' || !typedName || !source || !subject || positionals.length > 4) throw new Error(usage);
  await run((store) => linkAccount(store, typedName, source, subject, Date.now()));
  console.log(`«${typedName}» signs in by ${source} now; ${ended}`);
});
