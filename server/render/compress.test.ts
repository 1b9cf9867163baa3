import zlib from 'node:zlib';
import type { Request, Response } from 'express';
import { sendCompressed } from './compress.ts';

function send(text: string, encoding: string): Buffer {
  const bodies: Buffer[] = [];
  const request = { acceptsEncodings: (name: string) => name === encoding } as unknown as Request;
  const response = { vary() {}, set() {}, send: (body: Buffer) => bodies.push(body) } as unknown as Response;
  sendCompressed(request, response, text);
  return bodies[0] ?? Buffer.of();
}

test.each([
  ['identity', (body: Buffer) => body],
  ['gzip', zlib.gunzipSync],
  ['br', zlib.brotliDecompressSync],
])('a page compressed with %s decompresses to the whole page', (encoding, decode) => {
  const text = `<p>${'ж'.repeat(3000)}</p>`;
  expect(decode(send(text, encoding)).toString()).toBe(text);
});

test('a page with half a surrogate pair is sent with a replacement character', () => {
  expect(send('<p>\ud83d</p>', 'identity').toString()).toBe('<p>\ufffd</p>');
});
