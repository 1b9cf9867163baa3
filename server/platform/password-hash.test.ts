import { execFileSync } from 'node:child_process';
import { scryptSync } from 'node:crypto';
import path from 'node:path';
import { hashPassword, verifyPassword } from './password-hash.ts';

/** Runs in a separate process, with the environment of production. */
function hashInProduction(password: string): string {
  const module = path.join(import.meta.dirname, 'password-hash.ts');
  const code = `import(${JSON.stringify(module)}).then(async (m) => console.log(await m.hashPassword('${password}')))`;
  return execFileSync(process.execPath, ['-e', code], { env: { NODE_ENV: 'production' }, encoding: 'utf8' }).trim();
}

describe('password hash', () => {
  const hash = hashInProduction('password-1');

  test('in production scrypt uses 32 MiB', async () => {
    const [, cost, salt = '', key] = hash.split('$');
    expect(cost).toBe('15');
    const options = { N: 2 ** 15, r: 8, p: 1, maxmem: 2 ** 26 };
    const derived = scryptSync('password-1', Buffer.from(salt, 'base64url'), 32, options);
    expect(derived.toString('base64url')).toBe(key);
    expect(await verifyPassword('password-1', hash)).toBe(true);
  });

  test('a hash without a cost is verified with cost 15', async () => {
    const withoutCost = hash.replace('$15$', '$');
    expect(await verifyPassword('password-1', withoutCost)).toBe(true);
    expect(await verifyPassword('password-2', withoutCost)).toBe(false);
  });

  test('the correct password matches, a wrong one does not', async () => {
    const hash = await hashPassword('пароль-1');
    expect(await verifyPassword('пароль-1', hash)).toBe(true);
    expect(await verifyPassword('пароль-2', hash)).toBe(false);
  });

  test('two hashes of one password differ, and neither contains it', async () => {
    const [first, second] = await Promise.all([hashPassword('пароль-1'), hashPassword('пароль-1')]);
    expect(first).not.toBe(second);
    expect(first).not.toContain('пароль-1');
  });

  test('a missing hash matches no password', async () => {
    expect(await verifyPassword('', null)).toBe(false);
    expect(await verifyPassword('пароль-1', null)).toBe(false);
  });

  test('a password matches in any Unicode normalization form', async () => {
    const [composed, decomposed] = ['ёлка-йод', 'ёлка-йод'.normalize('NFD')];
    expect(await verifyPassword(decomposed, await hashPassword(composed))).toBe(true);
    expect(await verifyPassword(composed, await hashPassword(decomposed))).toBe(true);
  });

  test('an old hash of a password that was not normalized still matches', async () => {
    const typed = 'ёлка-йод'.normalize('NFD');
    const salt = Buffer.alloc(16, 7);
    const key = scryptSync(typed, salt, 32, { N: 2 ** 15, r: 8, p: 1, maxmem: 64 * 1024 * 1024 });
    const hash = `scrypt$${salt.toString('base64url')}$${key.toString('base64url')}`;
    expect(await verifyPassword(typed, hash)).toBe(true);
    expect(await verifyPassword('ёлка-йот', hash)).toBe(false);
  });

  test('a damaged hash matches no password', async () => {
    expect(await verifyPassword('', '')).toBe(false);
    expect(await verifyPassword('x', 'scrypt$AAAA')).toBe(false);
  });
});
