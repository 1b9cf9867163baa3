import express, { type ErrorRequestHandler, type RequestHandler } from 'express';
import request from 'supertest';
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
