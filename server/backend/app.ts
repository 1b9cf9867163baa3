/** Creates the embedded backend: an Express app and its store. Does not listen. */
import { randomBytes } from 'node:crypto';
import express, { type Express } from 'express';
import type { Logger } from 'pino';
import { apiBase } from '../../shared/api/call.ts';
import { generatePassword } from '../../shared/rules/password.ts';
import { createFaultLog, type FaultLog } from '../platform/fault-log.ts';
import { hashPassword } from '../platform/password-hash.ts';
import { withSessionSecret } from '../platform/session-secret.ts';
import { type Config, clockOf, collectsPosts } from '../platform/settings.ts';
import { apiTable } from './api-table.ts';
import { createDispatcher } from './dispatcher.ts';
import { createSourceFinder } from './jobs/collector/vk/find-sources.ts';
import { createInvitationMail } from './jobs/sending/invitation-mail.ts';
import { startSweep } from './jobs/sweep.ts';
import { openConfiguredStore, type StoreOptions } from './open-store.ts';
import { withDocument } from './openapi.ts';
import { createDirectories } from './resources/directory/directories.ts';
import type { Directories } from './rules/directory.ts';
import { DatabaseError, DatabaseUnavailableError } from './store/database-error.ts';
import type { Timeouts } from './store/postgres/database.ts';
import type { Store } from './store/store.ts';

/** `faults` logs the faults of all background jobs. */
export type Backend = { app: Express; store: Store; faults: FaultLog; close(): Promise<void> };
/** Tests replace the clock, the reader threads, the directories, and the timeouts of PostgreSQL. */
export type BackendDeps = {
  config: Config;
  logger: Logger;
  now?: () => number;
  startReader?: StoreOptions['startReader'];
  directories?: Directories | undefined;
  timeouts?: Timeouts | undefined;
};

/** Throws a `DatabaseError` when the database cannot be used; a `DatabaseUnavailableError` when its server is unavailable. */
export async function createBackend({
  config,
  logger,
  now = clockOf(config),
  startReader,
  directories,
  timeouts,
}: BackendDeps): Promise<Backend> {
  const log = (message: string) => logger.info(message);
  const store = await openConfiguredStore(config, { startReader, timeouts, log, now });
  try {
    if (await store.posts.setTimeZone(config.CONSOLE_TIME_ZONE)) logger.info('time zone changed');
    await addFirstAdministrator(store, config, logger, now());
  } catch (error) {
    const fault = store.faultOf(error);
    await store.close();
    if (fault === null) throw error;
    throw config.DATABASE_URL === null ? new DatabaseError(fault) : new DatabaseUnavailableError(fault);
  }

  const faults = createFaultLog({ faultOf: store.faultOf, logger, now });
  const sweeping = startSweep({ store, config, faults, logger, now });
  const app = express();
  app.disable('x-powered-by').disable('etag').set('trust proxy', config.TRUST_PROXY).set('query parser', 'simple');
  const settled = withSessionSecret(config);
  const deps = {
    store,
    config: settled,
    logger,
    now,
    directories: directories ?? createDirectories(settled),
    sendInvitation: createInvitationMail(config, logger),
    findSources: collectsPosts(config) ? createSourceFinder(config) : null,
  };
  app.use(apiBase, createDispatcher(withDocument(apiTable), deps));
  return {
    app,
    store,
    faults,
    async close() {
      await sweeping.close();
      await store.close();
    },
  };
}

/** Adds an administrator to an empty database. Logs the password, once, if it is generated. */
async function addFirstAdministrator(
  { administrators }: Store,
  { ADMIN_USERNAME: username, ADMIN_PASSWORD: configuredPassword }: Config,
  logger: Logger,
  now: number,
): Promise<void> {
  if ((await administrators.usernames()).length > 0) return;
  const password = configuredPassword ?? generatePassword(randomBytes);
  if (!(await administrators.createFirst(username, await hashPassword(password), now))) return;
  logger.warn(configuredPassword === null ? { username, password } : { username }, 'first administrator created');
}
