import { hashPassword, verifyPassword } from './password-hash.ts';

describe('password hash', () => {
  test('a right password matches, a wrong one does not', async () => {
    const hash = await hashPassword('пароль-1');
    expect(await verifyPassword('пароль-1', hash)).toBe(true);
    expect(await verifyPassword('пароль-2', hash)).toBe(false);
  });

  test('the same password twice gives two hashes, none of which holds it', async () => {
    const [first, second] = await Promise.all([hashPassword('пароль-1'), hashPassword('пароль-1')]);
    expect(first).not.toBe(second);
    expect(first).not.toContain('пароль-1');
  });

  test('nobody’s hash matches no password', async () => {
    expect(await verifyPassword('', null)).toBe(false);
    expect(await verifyPassword('пароль-1', null)).toBe(false);
  });

  test('a damaged hash matches no password', async () => {
    expect(await verifyPassword('', '')).toBe(false);
    expect(await verifyPassword('x', 'scrypt$AAAA')).toBe(false);
  });
});
