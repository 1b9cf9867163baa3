/**
 * `npm run admin -- add NAME` adds an administrator, `npm run admin -- reset-password NAME` sets a new password and ends
 * the administrator's sessions (in the image: `node dist/server/admin.js …`), also while the service runs. In a terminal
 * the password is typed twice, hidden; otherwise it is the first line of the standard input. An empty one is generated and
 * printed, once.
 */
import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import { addAdministrator, checkNewName, findAdministrator, resetPassword } from '../server/backend/administrators.ts';
import type { Store } from '../server/backend/store/store.ts';
import * as messages from '../shared/messages.ts';
import { generatePassword } from '../shared/rules/password.ts';
import { runCommand, withStore } from './command.ts';
import { readHiddenLine } from './read-hidden-line.ts';

const usage = 'Usage: npm run admin -- add NAME | reset-password NAME [--data-dir DIR]';

type Command = {
  check: (store: Store, name: string, now: number) => Promise<string>;
  run: typeof addAdministrator;
  done: string;
};

/** `check` fails before the operator types a password. */
const commands = new Map<string, Command>([
  ['add', { check: checkNewName, run: addAdministrator, done: 'is an administrator now' }],
  [
    'reset-password',
    {
      check: async (store, name) => (await findAdministrator(store, name)).username,
      run: resetPassword,
      done: 'has a new password; their sessions have ended',
    },
  ],
]);

/** Null: the password is to be generated. */
async function readPassword(): Promise<string | null> {
  const password = await readHiddenLine('New password (empty: generate one): ');
  if (password === '') return null;
  if (process.stdin.isTTY && (await readHiddenLine('Again: ')) !== password) throw new Error(messages.passwordsDiffer);
  return password;
}

async function manage(store: Store, { check, run, done }: Command, typedName: string): Promise<void> {
  const name = await check(store, typedName, Date.now());
  const typed = await readPassword();
  const password = typed ?? generatePassword(randomBytes);
  await run(store, name, password, Date.now());
  console.log(`«${name}» ${done}`);
  if (typed === null) console.log(`Password: ${password}`);
}

await runCommand(async () => {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { 'data-dir': { type: 'string' } } });
  const [name = '', typedName, ...others] = positionals;
  const command = commands.get(name);
  if (!command || typedName === undefined || others.length > 0) throw new Error(usage);
  await withStore(values['data-dir'], (store) => manage(store, command, typedName));
});
