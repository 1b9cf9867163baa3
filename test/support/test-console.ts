/** The real app in front of a given backend, for HTTP tests, without a build. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { Express } from 'express';
import { type Logger, pino } from 'pino';
import { Registry } from 'prom-client';
import request, { type Response, type Test } from 'supertest';
import { createApp } from '../../server/app.ts';
import type { Assets } from '../../server/http/assets.ts';
import { readConfig } from '../../server/platform/read-config.ts';
import type { Config } from '../../server/platform/settings.ts';
import type { StandIn } from './stand-in-backend.ts';

export const testSecret = 'test-secret-'.repeat(4);

const noAssets: Assets = {
  folder: null,
  styles: 'assets/styles.css',
  noscriptStyles: 'assets/noscript.css',
  entry: (name) => ({ file: `assets/${name}.js`, imports: [] }),
};

/** `log` has the parsed log entries, `lines` the raw lines; both oldest first. */
export type TestConsole = { app: Express; config: Config; log: Record<string, unknown>[]; lines: string[] };

type Options = {
  apiUrl: string;
  environment?: Record<string, string>;
  sessionSecrets?: string[];
  now?: () => number;
  /** Without assets, pages refer to files that do not exist. */
  assets?: Assets;
};

/** Collects log lines instead of printing them. */
function collectingLogger(log: Record<string, unknown>[], lines: string[]): Logger {
  const write = (line: string) => {
    lines.push(line);
    log.push(JSON.parse(line));
  };
  return pino({ level: 'debug', base: null }, { write });
}

export function createTestConsole({
  apiUrl,
  environment = {},
  sessionSecrets = [testSecret],
  now = Date.now,
  assets = noAssets,
}: Options): TestConsole {
  const config = { ...readConfig({ API_TIMEOUT_MS: '2000', ...environment }), SESSION_SECRET: sessionSecrets };
  const log: Record<string, unknown>[] = [];
  const lines: string[] = [];
  const app = createApp({
    config,
    apiUrl,
    backendMetrics: new Registry(),
    logger: collectingLogger(log, lines),
    assets,
    now,
  });
  return { app, config, log, lines };
}

export type Method = 'get' | 'head' | 'post' | 'put' | 'patch' | 'delete';
type Begin = (method: Method, path: string) => Test;

const known = new WeakMap<Express, Promise<Begin>>();

async function listen(app: Express): Promise<Begin> {
  // As in test/support/backend.ts.
  const server = createServer({ keepAliveTimeout: 60_000 }, app).listen(0, '127.0.0.1').unref();
  await once(server, 'listening');
  return (method, path) => request(server)[method](path).redirects(0);
}

/**
 * Returns a function that begins a request to the app. All requests share one server: a server per request takes a third
 * longer.
 */
export function connect(app: Express): Promise<Begin> {
  const begin = known.get(app) ?? listen(app);
  known.set(app, begin);
  return begin;
}

/** A visitor with a cookie jar whose requests have the console's own Origin. */
export type Visitor = {
  cookies: Map<string, string>;
  get(path: string): Promise<Response>;
  postForm(path: string, fields?: Record<string, string>): Promise<Response>;
  postJson(path: string, body?: object): Promise<Response>;
};

/** Sends `headers` with every request. */
export function createVisitor(
  app: Express,
  origin = 'http://console.test',
  headers: Record<string, string> = {},
): Visitor {
  const cookies = new Map<string, string>();

  async function send(method: Method, path: string, complete = (test: Test) => test): Promise<Response> {
    const test = complete((await connect(app))(method, path));
    if (cookies.size > 0) test.set('Cookie', [...cookies].map(([name, value]) => `${name}=${value}`).join('; '));
    const response = await test.set({ Host: new URL(origin).host, Origin: origin, ...headers });
    for (const line of ([] as string[]).concat(response.get('Set-Cookie') ?? [])) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (/max-age=0|expires=thu, 01 jan 1970/i.test(line)) cookies.delete(name);
      else cookies.set(name, value);
    }
    return response;
  }

  return {
    cookies,
    get: (path) => send('get', path),
    postForm: (path, fields = {}) => send('post', path, (test) => test.type('form').send(fields)),
    postJson: (path, body = {}) => send('post', path, (test) => test.send(body)),
  };
}

export const signInAsAdmin = (visitor: Visitor) =>
  visitor.postForm('/login', { type: 'admin', username: 'root', password: 'password' });

export const signInAsClient = (visitor: Visitor, clientId = 'client-1') =>
  visitor.postForm('/login', { type: 'client', client_id: clientId, password: 'password' });

export const startImpersonation = (visitor: Visitor, clientId = 'client-1') =>
  visitor.postJson('/api/v1/admin/impersonate', { client_id: clientId });

/** The forms that start, change and end a session. */
export const sessionForms = ['/login', '/logout', '/impersonation/stop'];

/** A console in front of a well-behaved stand-in, with an administrator signed in; `backend.calls` is empty. */
export async function openAsAdmin(backend: StandIn): Promise<{ console: TestConsole; admin: Visitor }> {
  backend.misbehave(null);
  const console = createTestConsole({ apiUrl: backend.url, environment: { API_TIMEOUT_MS: '1500' } });
  const admin = createVisitor(console.app);
  await signInAsAdmin(admin);
  backend.calls.splice(0);
  return { console, admin };
}
