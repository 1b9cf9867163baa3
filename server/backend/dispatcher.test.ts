import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { pino } from 'pino';
import * as v from 'valibot';
import { tooManyAttempts } from '../platform/app-error.ts';
import { readConfig } from '../platform/read-config.ts';
import { createDispatcher } from './dispatcher.ts';
import { QueryLimitError } from './feed/reader-pool.ts';
import { type Endpoint, endpoint } from './http/endpoint.ts';
import type { Store } from './store/store.ts';

/** Serves the endpoints with a store without sessions. Returns the reply to a GET of `path`. */
async function get(table: Endpoint[], path: string, fault: string | null = null) {
  const log: string[] = [];
  const deps = {
    store: { faultOf: () => fault } as unknown as Store,
    config: readConfig({}),
    logger: pino({}, { write: (line: string) => void log.push(line) }),
    now: () => 0,
    directories: {},
    sendInvitation: null,
    findSources: null,
  };
  const server = createServer(express().use(createDispatcher(table, deps))).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const response = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`);
  const reply = { status: response.status, headers: response.headers, body: await response.json(), log: log.join('') };
  server.closeAllConnections();
  server.close();
  return reply;
}

const failing = (error: () => unknown) =>
  endpoint('GET', '/fail', 'public', {
    summary: 'Fails',
    reply: v.null(),
    handle: () => {
      throw error();
    },
  });

const named = (path: string) =>
  endpoint('GET', path, 'public', { summary: 'Names itself', reply: v.string(), handle: () => path });

describe('dispatcher', () => {
  test('compresses long replies only', async () => {
    const list = endpoint('GET', '/list', 'public', {
      summary: 'Is long',
      reply: v.string(),
      handle: () => 'фраза '.repeat(1000),
    });
    const long = await get([list], '/list');
    expect(long.headers.get('content-encoding')).toBe('gzip');
    expect(long.body).toBe('фраза '.repeat(1000));
    expect((await get([named('/a')], '/a')).headers.get('content-encoding')).toBeNull();
  });

  test('responds to an unexpected error with 500 and logs its text', async () => {
    const reply = await get([failing(() => new Error('secret detail'))], '/fail');
    const text = 'Произошла непредвиденная ошибка';
    expect([reply.status, reply.body]).toEqual([500, { error: text, message: text }]);
    expect(reply.log).toContain('secret detail');
  });

  test('reports a storage fault to the user and logs its reason', async () => {
    const reply = await get([failing(() => new Error('database or disk is full'))], '/fail', 'the disk is full');
    expect(reply.body).toMatchObject({ message: 'Хранилище данных недоступно: сообщите администратору сервиса' });
    expect(reply.log).toContain('"fault":"the disk is full"');
  });

  test('responds to too many attempts with 429 and Retry-After', async () => {
    const reply = await get([failing(() => tooManyAttempts(7))], '/fail');
    expect([reply.status, reply.headers.get('retry-after')]).toEqual([429, '7']);
  });

  test('responds to a query over its time limit with 503 and Retry-After', async () => {
    const reply = await get([failing(() => new QueryLimitError())], '/fail');
    expect([reply.status, reply.headers.get('retry-after')]).toEqual([503, '10']);
    expect(reply.body).toMatchObject({ message: 'Поиск не успел выполниться. Сузьте фильтры или повторите позже.' });
  });

  test('prefers a static path to one with a parameter, regardless of their order', async () => {
    const table = [named('/words/{id}'), named('/words/paginated')];
    expect((await get(table, '/words/paginated')).body).toBe('/words/paginated');
    expect((await get(table, '/words/7')).body).toBe('/words/{id}');
  });

  test('responds to a path that cannot be decoded with 400', async () => {
    expect((await get([named('/words/{id}')], '/words/%ff')).status).toBe(400);
  });
});
