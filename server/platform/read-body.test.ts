// Proves: security#statements
import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import express, { type ErrorRequestHandler, type RequestHandler } from 'express';
import request from 'supertest';
import * as messages from '../../shared/messages.ts';
import { AppError } from './app-error.ts';
import { readForm, readJson } from './read-body.ts';

const sendStatus: ErrorRequestHandler = (error, _request, response, _next) => {
  response.sendStatus(error instanceof AppError ? error.status : 500);
};

/** Sends the body. Returns the parsed body, or the status of an error. */
async function send(parser: RequestHandler, type: string, body: string | Buffer) {
  const app = express()
    .use(parser, (received, response) => void response.json(received.body ?? null))
    .use(sendStatus);
  const response = await request(app)
    .post('/')
    .set('Content-Type', type)
    .serialize((value) => value as unknown as string)
    .send(body);
  return response.status === 200 ? response.body : response.status;
}

const json = readJson(100);
const form = readForm(100);
const invalidUtf8 = Buffer.concat([Buffer.from('{"name":"'), Buffer.from([0xc3, 0x28]), Buffer.from('"}')]);

test('parses JSON and form bodies in UTF-8', async () => {
  expect(await send(json, 'application/json', '{"name":"Имя"}')).toEqual({ name: 'Имя' });
  expect(await send(json, 'application/json; charset=UTF-8', '{"name":"Имя"}')).toEqual({ name: 'Имя' });
  expect(await send(form, 'application/x-www-form-urlencoded', 'name=%D0%AF')).toEqual({ name: 'Я' });
});

test.each([
  ['invalid UTF-8', json, 'application/json', invalidUtf8, 400],
  ['invalid UTF-8 in a form', form, 'application/x-www-form-urlencoded', Buffer.from([0x61, 0x3d, 0xff]), 400],
  ['JSON in UTF-16', json, 'application/json; charset=utf-16', Buffer.from('{"a":1}', 'utf16le'), 400],
  ['an unknown charset', json, 'application/json; charset=klingon', '{}', 400],
  ['text that is not JSON', json, 'application/json', '{"name":', 400],
  ['a body over the limit', json, 'application/json', JSON.stringify('x'.repeat(100)), 413],
])('rejects %s', async (_name, parser, type, body, status) => {
  expect(await send(parser, type, body)).toBe(status);
});

test('a form whose body does not come in time gets 408, and its connection ends', async () => {
  const sendError: ErrorRequestHandler = ({ status, userMessage, headers }, _request, response, _next) => {
    response.status(status).set(headers).send(userMessage);
  };
  const server = express().use(readForm(100, 50), sendError).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  let reply = '';
  socket.setEncoding('utf8').on('data', (data) => {
    reply += data;
  });
  socket.write('POST / HTTP/1.1\r\nHost: a\r\nContent-Type: application/x-www-form-urlencoded\r\n');
  socket.write('Content-Length: 90\r\n\r\nname=');
  await once(socket, 'close');
  expect([reply.split('\r\n')[0], reply.includes(messages.bodyTooSlow)]).toEqual([
    'HTTP/1.1 408 Request Timeout',
    true,
  ]);
  server.close();
});
