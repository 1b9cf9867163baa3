// Proves: security#statements
import { chmodSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { authPaths } from '../../shared/api/auth.ts';
import { cookieOf, startTestBackend, type TestBackend } from '../support/backend.ts';

const oldSecret = 'o'.repeat(32);
const newSecret = 'n'.repeat(32);
const folder = mkdtempSync(path.join(tmpdir(), 'ldvk-secret-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Runs one start of the backend on the same database. An empty list means the secret kept in DATA_DIR. */
async function onBackend<T>(secrets: string[], act: (backend: TestBackend) => Promise<T>): Promise<T> {
  const backend = await startTestBackend({ config: { DATA_DIR: folder, SESSION_SECRET: secrets } });
  try {
    return await act(backend);
  } finally {
    await backend.close();
  }
}

const signIn = (backend: TestBackend) => backend.signInAdmin();
const readStatus = (cookie: string) => async (backend: TestBackend) =>
  (await backend.call('GET', '/vknf/words/paginated', { cookie })).status;
const refresh = (cookie: string) => (backend: TestBackend) => backend.call('POST', authPaths.refresh.admin, { cookie });

test('a session survives a rotation of SESSION_SECRET and ends when its secret is removed', async () => {
  const cookie = await onBackend([oldSecret], signIn);
  expect(await onBackend([newSecret, oldSecret], readStatus(cookie))).toBe(200);
  expect(await onBackend([newSecret], readStatus(cookie))).toBe(401);
  expect(await onBackend([newSecret], refresh(cookie))).toMatchObject({ status: 401 });
});

test('a session refreshed during the rotation survives the removal of the old secret', async () => {
  const cookie = await onBackend([oldSecret], signIn);
  const renewed = cookieOf((await onBackend([newSecret, oldSecret], refresh(cookie))).headers);
  expect(await onBackend([newSecret], readStatus(renewed))).toBe(200);
});

test('a secret kept in DATA_DIR preserves sessions, and removing it ends them', async () => {
  const cookie = await onBackend([], signIn);
  const file = path.join(folder, 'session-secret');
  expect(statSync(file).mode & 0o777).toBe(0o600);
  chmodSync(file, 0o644);
  expect(await onBackend([], readStatus(cookie))).toBe(200);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  rmSync(file);
  expect(await onBackend([], readStatus(cookie))).toBe(401);
  expect(await onBackend([], refresh(cookie))).toMatchObject({ status: 401 });
});
