/** Encrypts secrets in the database, with keys derived from SESSION_SECRET: the first secret encrypts, all of them decrypt. */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const algorithm = 'aes-256-gcm';
const ivLength = 12;
const tagLength = 16;

const keyOf = (secret: string): Uint8Array => new Uint8Array(hkdfSync('sha256', secret, '', 'stored secrets', 32));

/** The secret of SESSION_SECRET that signs and encrypts. The others only verify and decrypt. */
export function firstSecret([secret]: readonly string[]): string {
  if (secret === undefined) throw new Error('SESSION_SECRET is empty');
  return secret;
}

export function seal(secrets: readonly string[], text: string): string {
  const iv = randomBytes(ivLength);
  const cipher = createCipheriv(algorithm, keyOf(firstSecret(secrets)), iv);
  const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), encrypted]).toString('base64url');
}

function open(secret: string, sealed: Buffer): string | null {
  try {
    const iv = sealed.subarray(0, ivLength);
    const decipher = createDecipheriv(algorithm, keyOf(secret), iv, { authTagLength: tagLength });
    decipher.setAuthTag(sealed.subarray(ivLength, ivLength + tagLength));
    return decipher.update(sealed.subarray(ivLength + tagLength), undefined, 'utf8') + decipher.final('utf8');
  } catch {
    return null;
  }
}

/** Null when none of the secrets encrypted the text. */
export function unseal(secrets: readonly string[], sealed: string): string | null {
  const bytes = Buffer.from(sealed, 'base64url');
  for (const secret of secrets) {
    const text = open(secret, bytes);
    if (text !== null) return text;
  }
  return null;
}
