/** The embedded backend on a temporary database and a free port, with factories for test data. */
import { once } from 'node:events';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { Agent, createServer, type IncomingMessage, type RequestOptions, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import { type BackendDeps, createBackend } from '../../server/backend/app.ts';
import { lifetimes, makeTokens } from '../../server/backend/resources/auth/sessions.ts';
import type { Identity } from '../../server/backend/rules/account.ts';
import type { ClientRow } from '../../server/backend/store/clients.ts';
import { databaseFileName } from '../../server/backend/store/sqlite/database.ts';
import type { Store } from '../../server/backend/store/store.ts';
import type { WordCreation, WordRow } from '../../server/backend/store/words-store.ts';
import { hashPassword } from '../../server/platform/password-hash.ts';
import { readConfig } from '../../server/platform/read-config.ts';
import type { Config } from '../../server/platform/settings.ts';
import { authPaths } from '../../shared/api/auth.ts';
import { apiBase } from '../../shared/api/call.ts';
import type { UserType } from '../../shared/roles.ts';
import { placeMigratedDatabase } from './migrated-database.ts';
import { startReaderHere } from './reader-here.ts';

export const backendAdmin = { username: 'admin', password: 'admin-password-1' } as const;
export const backendSecret = 'test-secret-'.repeat(4);
export const clientPassword = 'client-password-1';
/** Hashed once for all clients. */
const clientPasswordHash = hashPassword(clientPassword);

/** A complete reply; `body` is parsed JSON. */
export type Reply = { status: number; headers: Headers; body: unknown };

export type TestBackend = {
  url: string;
  /** The database's file. */
  file: string;
  store: Store;
  /** Log entries, oldest first. */
  log: Record<string, unknown>[];
  /** Makes a call under /api/v1 with an optional JSON body. `cookie` is the return value of `signIn`. */
  call(method: string, path: string, options?: CallOptions): Promise<Reply>;
  /** Signs in and returns the Cookie header of the new session. Throws when refused. */
  signIn(type: UserType, name: string, password: string): Promise<string>;
  signInAdmin(): Promise<string>;
  /** Creates a session without a sign-in and returns its Cookie header. */
  openSession(owner: Identity): Promise<string>;
  /** Creates a client with `clientPassword`. */
  createClient(name?: string): Promise<ClientRow>;
  signInClient(clientId: string): Promise<string>;
  /** Creates a phrase of the client. */
  createWord(clientId: string, word?: Partial<WordCreation>): Promise<WordRow>;
  close(): Promise<void>;
};

export type CallOptions = { cookie?: string; body?: unknown; headers?: Record<string, string> };

/** `database`: a file without a write-ahead log; the backend starts on a copy of it instead of an empty database. */
export type TestBackendOptions = { config?: Partial<Config>; database?: string | undefined } & Pick<
  BackendDeps,
  'now' | 'startReader' | 'timeouts' | 'directories'
>;

/** Returns the Cookie header that a browser sends after these Set-Cookie lines. */
export const cookieOf = (headers: Headers): string =>
  headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');

const agent = new Agent({ keepAlive: true });

/** Sends a request, and returns the response and its text. `fetch` costs twice as much. */
const exchange = (url: string, options: RequestOptions, body: string) =>
  new Promise<[IncomingMessage, string]>((resolve, reject) => {
    const sent = request(new URL(url), { agent, ...options });
    sent.once('error', reject).once('response', (response) => {
      let content = '';
      response.setEncoding('utf8').on('data', (part) => {
        content += part;
      });
      response.once('error', reject).once('end', () => resolve([response, content]));
    });
    sent.end(body);
  });

async function callBackend(url: string, method: string, target: string, options: CallOptions): Promise<Reply> {
  const { cookie, body, headers = {} } = options;
  const sent = body === undefined ? '' : JSON.stringify(body);
  const all = {
    ...(cookie === undefined ? {} : { cookie }),
    ...(body === undefined ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(sent) }),
    ...headers,
  };
  const [{ statusCode: status = 0, rawHeaders }, content] = await exchange(
    `${url}${apiBase}${target}`,
    { method, headers: all },
    sent,
  );
  const received = new Headers();
  for (let at = 0; at < rawHeaders.length; at += 2) received.append(rawHeaders[at] ?? '', rawHeaders[at + 1] ?? '');
  return { status, headers: received, body: content === '' ? null : JSON.parse(content) };
}

export async function startTestBackend({
  config = {},
  database,
  now = Date.now,
  startReader = startReaderHere,
  timeouts,
  directories,
}: TestBackendOptions = {}): Promise<TestBackend> {
  const folder = config.DATA_DIR ?? mkdtempSync(path.join(tmpdir(), 'ldvk-backend-'));
  const file = path.join(folder, databaseFileName);
  if (database !== undefined) copyFileSync(database, file);
  else if (config.DATA_DIR === undefined && !config.DATABASE_URL) placeMigratedDatabase(file);
  const backendConfig: Config = {
    ...readConfig({
      ADMIN_USERNAME: backendAdmin.username,
      ADMIN_PASSWORD: backendAdmin.password,
      SESSION_SECRET: backendSecret,
    }),
    DATA_DIR: folder,
    ...config,
  };
  const log: Record<string, unknown>[] = [];
  const logger = pino({ level: 'info', base: null }, { write: (line: string) => void log.push(JSON.parse(line)) });
  const backend = await createBackend({
    config: backendConfig,
    logger,
    now,
    startReader,
    timeouts,
    directories,
  });
  // With Node's default of 5 seconds a busy machine closes a connection while a request is being sent on it.
  const server = createServer({ keepAliveTimeout: 60_000 }, backend.app).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { store } = backend;
  let created = 0;

  const signIn: TestBackend['signIn'] = async (type, name, password) => {
    const body = type === 'admin' ? { username: name, password } : { client_id: name, password };
    const reply = await callBackend(url, 'POST', authPaths.login[type], { body });
    if (reply.status !== 200) throw new Error(`Sign-in of ${name}: ${reply.status} ${JSON.stringify(reply.body)}`);
    return cookieOf(reply.headers);
  };
  return {
    url,
    file,
    store,
    log,
    call: (method, target, options = {}) => callBackend(url, method, target, options),
    signIn,
    signInAdmin: () => signIn('admin', backendAdmin.username, backendAdmin.password),
    async openSession(owner) {
      const { tokens, grant } = makeTokens({ config: backendConfig, now: now() });
      await store.sessions.create(owner, now() + lifetimes.sessionMs, grant, now());
      return `access_token=${tokens.access}; refresh_token=${tokens.refresh}`;
    },
    async createClient(name = 'ООО «Ромашка»') {
      const contact = { ipaddr: '10.0.0.1', macaddr: '00:1A:2B:3C:4D:5E', email: '', phone: '', note: '' };
      const client = await store.clients.create({ name, ...contact, exportAccess: 'denied' }, now());
      await store.passwords.set({ type: 'client', clientId: client.clientId }, await clientPasswordHash);
      return client;
    },
    signInClient: (clientId) => signIn('client', clientId, clientPassword),
    async createWord(clientId, word = {}) {
      created += 1;
      const wanted = { text: `фраза ${created}`, state: 'ready', fullSearch: false, ...word } as const;
      const result = await store.words.create(wanted, clientId);
      if (!('word' in result)) throw new Error(`Phrase «${wanted.text}»: ${result.outcome}`);
      return result.word;
    },
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close').catch(() => undefined);
      await backend.close();
      if (config.DATA_DIR === undefined) rmSync(folder, { recursive: true, force: true });
    },
  };
}
