import zlib from 'node:zlib';
import type { Request, Response } from 'express';
import { sendCompressed } from './compress.ts';

const page = (letter: string, length: number) => `<p>${letter.repeat(length)}</p>`;

/** Returns the body as it is after another page was sent. */
function send(text: string, encoding: string): Buffer {
  const bodies: Buffer[] = [];
  const request = { acceptsEncodings: (name: string) => name === encoding } as unknown as Request;
  const response = { vary() {}, set() {}, send: (body: Buffer) => bodies.push(body) } as unknown as Response;
  sendCompressed(request, response, text);
  sendCompressed(request, response, page('я', 3000));
  return bodies[0] ?? Buffer.of();
}

test.each([
  ['identity', (body: Buffer) => body],
  ['gzip', zlib.gunzipSync],
  ['br', zlib.brotliDecompressSync],
])('a page in %s does not change when the next one is sent', (encoding, decode) => {
  const text = page('ж', 3000);
  expect(decode(send(text, encoding)).toString()).toBe(text);
});

test('a page that exceeds the reused memory is sent whole', () => {
  const text = page('ж', 600_000);
  expect(zlib.gunzipSync(send(text, 'gzip')).toString()).toBe(text);
});

test('a page with half a surrogate pair is sent with a replacement character', () => {
  expect(send('<p>\ud83d</p>', 'identity').toString()).toBe('<p>\ufffd</p>');
});
