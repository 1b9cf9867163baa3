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
import type { Environment } from '../../server/platform/settings.ts';
import { backendSecret } from './backend.ts';

const config = readConfig({ SESSION_SECRET: backendSecret });

export type Answer = { status: number; body: Record<string, unknown> };
/** A POST by an identity, below /api/v1. */
export type Post = (path: string, body?: object) => Promise<Answer>;

/** `cookie`: of the session that the call has started or continued; empty without one. */
export type CookieAnswer = Answer & { cookie: string };
export type Call = (path: string, body: object, cookie?: string) => Promise<CookieAnswer>;

const toCookie = (lines: string | string[] | undefined): string =>
  [lines ?? []]
    .flat()
    .map((line) => line.split(';')[0])
    .join('; ');

/** POSTs below /api/v1 that reach the process that has the store. */
export function callsOn(store: Store, now: () => number, settings: Environment = {}): Call {
  const own = readConfig({ SESSION_SECRET: backendSecret, ...settings });
  const deps = { store, config: own, logger: pino({ level: 'silent' }), now, sendInvitation: null, findSources: null };
  const app = express().use(createDispatcher(apiTable, { ...deps, directories: createDirectories(own) }));
  return async (path, body, cookie = '') => {
    const { status, body: answer, headers } = await request(app).post(path).set('Cookie', cookie).send(body);
    return { status, body: answer, cookie: toCookie(headers['set-cookie']) };
  };
}

/** Returns the cookie of a new session of the identity. */
export async function openSession(store: Store, identity: Identity, now: () => number): Promise<string> {
  const { tokens, grant } = makeTokens({ config, now: now() });
  await store.sessions.create(identity, now() + lifetimes.sessionMs, grant, now());
  return `access_token=${tokens.access}; refresh_token=${tokens.refresh}`;
}

/** Opens a session of the identity. Its calls reach the process that has the store. */
export async function postsOn(store: Store, identity: Identity, now: () => number): Promise<Post> {
  const cookie = await openSession(store, identity, now);
  const call = callsOn(store, now);
  return async (path, body = {}) => {
    const { status, body: answer } = await call(path, body, cookie);
    return { status, body: answer };
  };
}
