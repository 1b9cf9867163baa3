/** Brings up what the console's bench measures: fixed data, the built console, and the two baselines beside it. */
import { existsSync, renameSync } from 'node:fs';
import path from 'node:path';
import { demoAccounts } from '../../server/backend/demo/accounts.ts';
import { fillScale } from '../../server/backend/demo/fill-scale.ts';
import { databaseFileName } from '../../server/backend/store/sqlite/database.ts';
import { buildServer } from '../build/server.ts';
import { buildIfChanged, dist, root } from '../build.ts';
import { nodeFlags } from '../node-flags.ts';
import { type BenchServer, startServer } from './servers.ts';

const { admin } = demoAccounts;

export type ConsoleSetup = {
  /** On the real backend in a process of its own. */
  real: BenchServer;
  /** On a backend that answers at once, as the baselines are. */
  console: BenchServer;
  bare: BenchServer;
  express: BenchServer;
  /** The administrator's session, good at each. */
  cookie: string;
  stop: () => Promise<void>;
};

/** Seeded under another name first, so that an interrupted seed is never taken for a whole one. */
async function prepareData(phrases: number): Promise<string> {
  const folder = path.join(root, 'data/bench', `console-${phrases}`);
  if (existsSync(folder)) return folder;
  console.error(`seeding ${phrases} phrases, once…`);
  const unfinished = `${folder}-${process.pid}`;
  await fillScale(path.join(unfinished, databaseFileName), { posts: 20_000, phrases, clients: 100 }, () => {});
  renameSync(unfinished, folder);
  return folder;
}

async function signIn(url: string): Promise<string> {
  const response = await fetch(`${url}/login`, {
    method: 'POST',
    headers: { Origin: url },
    body: new URLSearchParams({ type: 'admin', ...admin }),
    redirect: 'manual',
  });
  const cookie = response.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
  if (response.status !== 303 || cookie === '') throw new Error(`Signing in was answered ${response.status}`);
  return cookie;
}

/** In a folder of the project, from where the packages are found. */
async function buildExpressRender(): Promise<string> {
  const outDir = path.join(root, 'data/bench/baseline');
  await buildServer({ root, outDir, mode: 'production' }, { 'express-render': 'scripts/bench/express-render.tsx' });
  return path.join(outDir, 'server/express-render.js');
}

export async function setUpConsole(phrases: number): Promise<ConsoleSetup> {
  const [data] = await Promise.all([prepareData(phrases), buildIfChanged({ mode: 'production' })]);
  const expressRender = await buildExpressRender();
  const started: BenchServer[] = [];
  const start = async (script: string, environment: Record<string, string>, flags?: readonly string[]) => {
    const server = await startServer(script, environment, flags);
    started.push(server);
    return server;
  };
  const stop = async () => {
    for (const server of started.splice(0).reverse()) await server.stop();
  };
  try {
    const own = (name: string) => path.join(import.meta.dirname, name);
    const built = (name: string) => path.join(dist, 'server', name);
    const secret = { SESSION_SECRET: 'the-secret-of-the-bench-is-no-secret' };
    const account = { ADMIN_USERNAME: admin.username, ADMIN_PASSWORD: admin.password };
    const backend = await start(built('backend.js'), { DATA_DIR: data, ...account });
    const replay = await start(own('replay-backend.ts'), { BACKEND_URL: backend.url });
    const real = await start(built('main.js'), { API_URL: backend.url, ...secret }, nodeFlags);
    const measured = await start(built('main.js'), { API_URL: replay.url, ...secret }, nodeFlags);
    const bare = await start(own('bare-server.ts'), { CONSOLE_URL: measured.url });
    const express = await start(expressRender, { BACKEND_URL: replay.url });
    return { real, console: measured, bare, express, cookie: await signIn(real.url), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
