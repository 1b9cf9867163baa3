import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import express from 'express';
import request from 'supertest';
import { serveAssets } from './assets.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'assets-'));
const script = 'export const answer = 42;';
writeFileSync(path.join(folder, 'page-ABC.js'), script);
writeFileSync(path.join(folder, 'page-ABC.js.gz'), gzipSync(script));
const app = express().use(serveAssets(folder));
rmSync(folder, { recursive: true });

test('a file is sent compressed if accepted, as immutable, and from memory', async () => {
  const compressed = await request(app).get('/page-ABC.js').set('Accept-Encoding', 'br, gzip');
  expect(compressed.headers).toMatchObject({
    'content-encoding': 'gzip',
    'content-type': 'text/javascript; charset=utf-8',
    'cache-control': 'public, max-age=31536000, immutable',
    vary: 'Accept-Encoding',
  });
  expect(compressed.text).toBe(script);
  const plain = await request(app).get('/page-ABC.js').set('Accept-Encoding', 'identity');
  expect(plain.headers).not.toHaveProperty('content-encoding');
  expect(plain.text).toBe(script);
});

test('unknown files, path traversal and other methods get 404', async () => {
  for (const name of ['/other.js', '/page-ABC.js.gz', '/../package.json', '/%2e%2e/package.json']) {
    expect((await request(app).get(name)).status).toBe(404);
  }
  expect((await request(app).post('/page-ABC.js')).status).toBe(404);
});
