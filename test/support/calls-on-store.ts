/** The API table on a store of any engine, for calls of several processes that share a database. */
import express from 'express';
import { pino } from 'pino';
import request from 'supertest';
import { apiTable } from '../../server/backend/api-table.ts';
import { createDispatcher } from '../../server/backend/dispatcher.ts';
import { lifetimes, makeTokens } from '../../server/backend/resources/auth/sessions.ts';
import { createDirectories } from '../../server/backend/resources/directory/directories.ts';
import type { Identity } from '../../server/backend/rules/account.ts';
import type { Store } from '../../server/backend/store/store.ts';
import { readConfig } from '../../server/platform/read-config.ts';
import { backendSecret } from './backend.ts';

const config = readConfig({ SESSION_SECRET: backendSecret });

export type Answer = { status: number; body: Record<string, unknown> };
/** A POST by an identity, below /api/v1. */
export type Post = (path: string, body?: object) => Promise<Answer>;

/** Opens a session of the identity. Its calls reach the process that has the store. */
export async function postsOn(store: Store, identity: Identity, now: () => number): Promise<Post> {
  const { tokens, grant } = makeTokens({ config, now: now() });
  await store.sessions.create(identity, now() + lifetimes.sessionMs, grant, now());
  const deps = { store, config, logger: pino({ level: 'silent' }), now, sendInvitation: null };
  const app = express().use(createDispatcher(apiTable, { ...deps, directories: createDirectories(config) }));
  return async (path, body = {}) => {
    const { status, body: answer } = await request(app)
      .post(path)
      .set('Cookie', `access_token=${tokens.access}`)
      .send(body);
    return { status, body: answer };
  };
}
