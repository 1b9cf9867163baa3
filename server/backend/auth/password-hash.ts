/** Stored passwords: scrypt with a random salt, computed off the event loop. */
import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';

/** 32 MiB and about 80 ms per password. */
const cost: ScryptOptions = { N: 2 ** 15, r: 8, p: 1, maxmem: 64 * 1024 * 1024 };
const keyLength = 32;

function derive(password: string, salt: Buffer): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(password, salt, keyLength, cost, (error, key) => (error ? reject(error) : resolve(key)));
  });
}

/** `scrypt$<salt>$<key>`, both base64url, of the password in NFC. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const key = await derive(password.normalize(), salt);
  return `scrypt$${salt.toString('base64url')}$${key.toString('base64url')}`;
}

/** Has the form of a hash, but no password matches it. */
const emptyHash = `scrypt$${'A'.repeat(22)}$${'A'.repeat(43)}`;

/**
 * Null (no such person, or no password set) never matches and takes as long as a wrong password. A password that is not
 * in NFC is tried as typed too, because hashes may be older than the normalisation.
 */
export async function verifyPassword(password: string, hash: string | null): Promise<boolean> {
  const [, salt = '', key = ''] = (hash ?? emptyHash).split('$');
  const expected = Buffer.from(key, 'base64url');
  let matches = false;
  for (const form of new Set([password.normalize(), password])) {
    const derived = await derive(form, Buffer.from(salt, 'base64url'));
    if (expected.length === derived.length && timingSafeEqual(expected, derived)) matches = true;
  }
  return matches && hash !== null;
}
