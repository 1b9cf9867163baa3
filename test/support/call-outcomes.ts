/** What a set of calls leaves behind: statuses and rows, without what differs from run to run. */
import { once } from 'node:events';
import { createServer, type RequestListener, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { pino } from 'pino';
import { apiTable } from '../../server/backend/api-table.ts';
import { createDispatcher } from '../../server/backend/dispatcher.ts';
import { lifetimes, makeTokens } from '../../server/backend/resources/auth/sessions.ts';
import { createDirectories } from '../../server/backend/resources/directory/directories.ts';
import type { Store } from '../../server/backend/store/store.ts';
import { parseAllowList } from '../../server/platform/allow-list.ts';
import { assertionHeader, sealAssertion } from '../../server/platform/assertion.ts';
import { readConfig } from '../../server/platform/read-config.ts';
import type { Config } from '../../server/platform/settings.ts';
import { backendSecret, cookieOf } from './backend.ts';
import type { CallsEngine, Progress, TableColumns, TableRows } from './calls-engine.ts';
import { buildWorld, findSources, type World, worldNow } from './calls-world.ts';
import type { ChangingCall } from './changing-calls.ts';

export type Outcome = { statuses: string[]; tables: Record<string, string[]> };

const config: Config = {
  ...readConfig({ SESSION_SECRET: backendSecret }),
  VK_SERVICE_KEY: ['key'],
  VK_API_ORIGIN: 'http://127.0.0.1:9',
  WEBHOOK_ALLOW: parseAllowList('127.0.0.0/8:9'),
  SMTP_URL: 'smtp://127.0.0.1:9',
  PUBLIC_URL: 'http://monitor.example.ru',
  SSO_HEADER: 'remote-user',
  SSO_ROLES: ['client-1001', 'client-1002'].map((client) => ({
    ...({ group: 'press', client, role: 'reader', export: false } as const),
  })),
};

function appOn(store: Store): RequestListener {
  const deps = {
    store,
    config,
    logger: pino({ level: 'silent' }),
    now: () => worldNow,
    sendInvitation: null,
    findSources,
  };
  const app = express().set('query parser', 'simple');
  return app.use(createDispatcher(apiTable, { ...deps, directories: createDirectories(config) }));
}

const progress: Progress = { sent: 0, arrived: 0, answered: 0 };
let handle: RequestListener = () => undefined;
const server = createServer((incoming, response) => {
  progress.arrived += 1;
  handle(incoming, response);
});

export async function listen(): Promise<void> {
  await once(server.listen(0, '127.0.0.1'), 'listening');
}
export function close(): void {
  server.close();
  server.closeAllConnections();
}

type Reply = { status: number; headers: Headers };

async function send(cookie: string, { path, body, asserted }: Omit<ChangingCall, 'as'>): Promise<Reply> {
  progress.sent += 1;
  const sent = request({
    host: '127.0.0.1',
    port: (server.address() as AddressInfo).port,
    method: 'POST',
    path,
    headers: {
      ...(cookie !== '' && { cookie }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(asserted && { [assertionHeader]: sealAssertion([backendSecret], asserted, worldNow) }),
    },
  });
  sent.end(body === undefined ? '' : JSON.stringify(body));
  const [response] = await once(sent, 'response');
  await once(response.resume(), 'end');
  progress.answered += 1;
  const headers = new Headers();
  for (const line of response.headers['set-cookie'] ?? []) headers.append('set-cookie', line);
  return { status: response.statusCode ?? 0, headers };
}

export type Side = { engine: CallsEngine; world: World };

export const prepareWorld = (engine: CallsEngine): Promise<World> =>
  engine.build(async (store) => {
    handle = appOn(store);
    return buildWorld(
      store,
      async (opened, owner) => {
        const { tokens, grant } = makeTokens({ config, now: worldNow });
        await opened.sessions.create(owner, worldNow + lifetimes.sessionMs, grant, worldNow);
        return `access_token=${tokens.access}; refresh_token=${tokens.refresh}`;
      },
      async (cookie, path, body) => {
        const { status, headers } = await send(cookie, { path, body });
        if (status > 201) throw new Error(`${path} ${JSON.stringify(body)}: ${status}`);
        return cookieOf(headers);
      },
    );
  });

/** Derived from other tables, random, or different on the engines. */
const skipped = /^(post_search|schema_versions|work_versions$|service$|visits$|login_attempts$)/;
/** Random, or written after the reply. */
const isMasked = (column: string): boolean => /^(batch|key|nonce|secret|token|.*hash|used_at|last_step)$/.test(column);

function toValue(column: string, value: unknown): unknown {
  if (value === null) return null;
  if (isMasked(column)) return '*';
  if (typeof value === 'boolean' || typeof value === 'bigint') return Number(value);
  return value instanceof Uint8Array ? Buffer.from(value).toString('hex') : value;
}

/** The columns that both engines have, of the tables that are compared. */
export type Compared = Record<string, string[]>;

async function readColumns(engine: CallsEngine): Promise<TableColumns> {
  const run = await engine.open();
  try {
    return await run.readColumns();
  } finally {
    await run.close();
  }
}

export async function findCompared(engines: readonly CallsEngine[]): Promise<Compared> {
  const [columns = {}, ...others] = await Promise.all(engines.map(readColumns));
  const tables = Object.entries(columns).filter(
    ([table]) => !skipped.test(table) && others.every((other) => table in other),
  );
  return Object.fromEntries(
    tables.map(([table, names]) => {
      const shared = names.filter((name) => others.every((other) => other[table]?.includes(name)));
      // Transactions that share no lock are recorded in any order.
      return [table, shared.filter((name) => name !== 'record_id').toSorted()];
    }),
  );
}

/** Columns with the same name refer to each other, except `id`. Null: not an ID. */
const kindOfId = (table: string, column: string): string | null => {
  if (column === 'id') return table;
  return column.endsWith('_id') ? column : null;
};

/** A sequence loses the numbers of transactions that are rolled back: IDs become their ranks. */
function rankIds(tables: TableRows): Map<string, Map<unknown, number>> {
  const values = new Map<string, Set<number>>();
  for (const [table, rows] of Object.entries(tables))
    for (const row of rows)
      for (const [column, value] of Object.entries(row)) {
        const kind = kindOfId(table, column);
        if (kind !== null && typeof value === 'number') values.set(kind, (values.get(kind) ?? new Set()).add(value));
      }
  const ranked = [...values].map(([kind, set]) => {
    const sorted = [...set].toSorted((a, b) => a - b);
    return [kind, new Map(sorted.map((value, rank): [unknown, number] => [value, rank]))] as const;
  });
  return new Map(ranked);
}

function normalise(tables: TableRows, compared: Compared): Outcome['tables'] {
  const ranks = rankIds(tables);
  const line = (table: string, row: Record<string, unknown>) =>
    compared[table]?.map((column) => {
      const rank = ranks.get(kindOfId(table, column) ?? '')?.get(row[column]);
      return `${column}: ${JSON.stringify(rank ?? toValue(column, row[column]))}`;
    });
  return Object.fromEntries(
    Object.keys(compared).map((table) => [
      table,
      (tables[table] ?? []).map((row) => String(line(table, row)?.join(', '))).toSorted(),
    ]),
  );
}

const describe = ({ as, path }: ChangingCall, { status }: Reply): string => `${as} ${path}: ${status}`;

/** Makes the calls on a copy of the world: one after the other, or all at once while every writer is held back. */
export async function runCalls(
  { engine, world: { cookies } }: Side,
  compared: Compared,
  calls: readonly ChangingCall[],
  order: 'in turn' | 'at once',
): Promise<Outcome> {
  const run = await engine.open();
  try {
    handle = appOn(run.store);
    const replies: Reply[] = [];
    if (order === 'in turn') for (const call of calls) replies.push(await send(cookies[call.as], call));
    else {
      const letGo = await run.hold();
      Object.assign(progress, { sent: 0, arrived: 0, answered: 0 });
      const sent = calls.map((call) => send(cookies[call.as], call));
      await letGo(progress);
      replies.push(...(await Promise.all(sent)));
    }
    const statuses = calls.map((call, index) => describe(call, replies[index] as Reply)).toSorted();
    return { statuses, tables: normalise(await run.readTables(), compared) };
  } finally {
    await run.close();
  }
}
