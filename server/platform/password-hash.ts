/** Hashes and verifies passwords: scrypt with a random salt, computed off the event loop. Random secrets need no slow hash. */
import { createHash, randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

/**
 * Base-2 logarithm of scrypt's N. 15 takes 32 MiB and about 80 ms per password. Jest sets NODE_ENV to test; the production
 * build removes that branch.
 */
const currentCost = process.env.NODE_ENV === 'test' ? 10 : 15;
const keyLength = 32;

const scryptKey = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt);

const derive = (password: string, salt: Buffer, cost: number): Promise<Buffer> =>
  scryptKey(password, salt, keyLength, { N: 2 ** cost, r: 8, p: 1, maxmem: 64 * 1024 * 1024 });

/** Returns `scrypt$<cost>$<salt>$<key>` of the password in NFC; salt and key are base64url. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const key = await derive(password.normalize(), salt, currentCost);
  return `scrypt$${currentCost}$${salt.toString('base64url')}$${key.toString('base64url')}`;
}

/** Has the form of a hash, but no password matches it. */
const emptyHash = `scrypt$${currentCost}$${'A'.repeat(22)}$${'A'.repeat(43)}`;

/** A hash without a cost has cost 15. */
const hashPattern = /^scrypt\$(?:(?<cost>1[0-5])\$)?(?<salt>[\w-]{22})\$(?<key>[\w-]{43})$/;

/**
 * Null (unknown account or no password) never matches and takes as long as a wrong password. A password that is not in
 * NFC is also tried as typed, because old hashes are of passwords that were not normalized.
 */
export async function verifyPassword(password: string, hash: string | null): Promise<boolean> {
  const stored = hashPattern.exec(hash ?? emptyHash)?.groups;
  if (!stored?.salt || !stored.key) return false;
  const salt = Buffer.from(stored.salt, 'base64url');
  const expected = Buffer.from(stored.key, 'base64url');
  let matches = false;
  for (const form of new Set([password.normalize(), password])) {
    const derived = await derive(form, salt, Number(stored.cost ?? 15));
    if (timingSafeEqual(expected, derived)) matches = true;
  }
  return matches && hash !== null;
}

/** The hash of a secret with at least 80 random bits, which cannot be guessed. */
export const hashSecret = (secret: string): Uint8Array => createHash('sha256').update(secret).digest();
