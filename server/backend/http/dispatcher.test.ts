import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { pino } from 'pino';
import * as v from 'valibot';
import { tooManyAttempts } from '../../platform/app-error.ts';
import { readConfig } from '../../platform/settings.ts';
import { QueryLimitError } from '../store/query-limit-error.ts';
import type { Store } from '../store/store.ts';
import { createDispatcher } from './dispatcher.ts';
import { type Endpoint, endpoint } from './endpoint.ts';

/** Serves one endpoint over a store that knows no sessions, and gives what a GET of `path` answers. */
async function ask(table: Endpoint[], path: string, fault: string | null = null) {
  const log: string[] = [];
  const deps = {
    store: { faultOf: () => fault } as unknown as Store,
    config: readConfig({}),
    logger: pino({}, { write: (line: string) => void log.push(line) }),
    now: () => 0,
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
  endpoint({
    method: 'GET',
    path: '/fail',
    access: 'public',
    summary: 'Fails',
    reply: v.null(),
    handle: () => {
      throw error();
    },
  });

const named = (path: string) =>
  endpoint({ method: 'GET', path, access: 'public', summary: 'Names itself', reply: v.string(), handle: () => path });

describe('dispatcher', () => {
  test('a long reply is compressed, a short one is not', async () => {
    const list = endpoint({
      method: 'GET',
      path: '/list',
      access: 'public',
      summary: 'Is long',
      reply: v.string(),
      handle: () => 'фраза '.repeat(1000),
    });
    const long = await ask([list], '/list');
    expect(long.headers.get('content-encoding')).toBe('gzip');
    expect(long.body).toBe('фраза '.repeat(1000));
    expect((await ask([named('/a')], '/a')).headers.get('content-encoding')).toBeNull();
  });

  test('an unexpected error answers 500 without its text, which goes to the log', async () => {
    const reply = await ask([failing(() => new Error('secret detail'))], '/fail');
    const text = 'Произошла непредвиденная ошибка';
    expect([reply.status, reply.body]).toEqual([500, { error: text, message: text }]);
    expect(reply.log).toContain('secret detail');
  });

  test('a fault of the storage is told apart for people, and named in the log', async () => {
    const reply = await ask([failing(() => new Error('database or disk is full'))], '/fail', 'the disk is full');
    expect(reply.body).toMatchObject({ message: 'Хранилище данных недоступно: сообщите администратору сервиса' });
    expect(reply.log).toContain('"fault":"the disk is full"');
  });

  test('too many attempts answer 429 with Retry-After', async () => {
    const reply = await ask([failing(() => tooManyAttempts(7))], '/fail');
    expect([reply.status, reply.headers.get('retry-after')]).toEqual([429, '7']);
  });

  test('a query over its time limit is answered with 503, a text for people and Retry-After', async () => {
    const reply = await ask([failing(() => new QueryLimitError())], '/fail');
    expect([reply.status, reply.headers.get('retry-after')]).toEqual([503, '10']);
    expect(reply.body).toMatchObject({ message: 'Поиск не успел выполниться. Сузьте фильтры или повторите позже.' });
  });

  test('a static path wins over one with a parameter, whatever their order in the table', async () => {
    const table = [named('/words/{id}'), named('/words/paginated')];
    expect((await ask(table, '/words/paginated')).body).toBe('/words/paginated');
    expect((await ask(table, '/words/7')).body).toBe('/words/{id}');
  });

  test('a path that cannot be decoded answers 400', async () => {
    expect((await ask([named('/words/{id}')], '/words/%ff')).status).toBe(400);
  });
});
