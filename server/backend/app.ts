/** The embedded backend as an Express app on its store; it never listens. */
import { randomBytes } from 'node:crypto';
import path from 'node:path';
import express, { type Express } from 'express';
import type { Logger } from 'pino';
import { apiBase } from '../../shared/api/call.ts';
import { generatePassword } from '../../shared/rules/password.ts';
import { apiTable } from './api-table.ts';
import { hashPassword } from './auth/password-hash.ts';
import { logEnded } from './auth/sessions.ts';
import { fillDemo } from './demo/fill-demo.ts';
import { createDispatcher } from './http/dispatcher.ts';
import { withDocument } from './http/openapi.ts';
import { isNeighbour } from './http/trusted-proxy.ts';
import type { BackendSettings } from './settings.ts';
import { databaseFileName } from './store/sqlite/database.ts';
import { openStore } from './store/sqlite/store.ts';
import type { Store } from './store/store.ts';

export type Backend = { app: Express; store: Store; close(): void };
export type BackendDeps = { settings: BackendSettings; logger: Logger; now?: () => number };

const sweepMs = 60_000;

/** Throws a `DatabaseError` when the database cannot be used. */
export async function createBackend({ settings, logger, now = Date.now }: BackendDeps): Promise<Backend> {
  const store = openStore(path.join(settings.dataDir, databaseFileName));
  await addFirstAdministrator(store, settings, logger, now());
  if (settings.demoData && (await fillDemo(store, now()))) logger.info('demo data added');

  const sweep = async () => {
    for (const ended of await store.sessions.sweep(now())) logEnded({ log: logger }, ended);
  };
  const reportFault = (error: unknown) => logger.error({ err: error }, 'sweep failed');
  await sweep();
  const timer = setInterval(() => sweep().catch(reportFault), sweepMs).unref();

  const app = express();
  app.disable('x-powered-by').disable('etag').set('trust proxy', isNeighbour).set('query parser', 'simple');
  app.use(apiBase, createDispatcher(withDocument(apiTable), { store, settings, logger, now }));
  return {
    app,
    store,
    close() {
      clearInterval(timer);
      store.close();
    },
  };
}

/** An empty database gets its administrator; a password that nobody gave is told once, in the log. */
async function addFirstAdministrator(
  { administrators }: Store,
  { adminUsername, adminPassword }: BackendSettings,
  logger: Logger,
  now: number,
): Promise<void> {
  if (!(await administrators.isEmpty())) return;
  const password = adminPassword || generatePassword(randomBytes);
  await administrators.create(adminUsername, await hashPassword(password), now);
  const told = adminPassword ? { username: adminUsername } : { username: adminUsername, password };
  logger.warn(told, 'first administrator created');
}
