/** The secret that signs the console cookie when nobody set one: made once, kept beside the embedded backend's data. */
import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { SettingError } from '../platform/settings.ts';

/** Reads `DATA_DIR/session-secret`, or makes it (mode 0600). Throws a `SettingError` when the folder cannot be written. */
export function keptSessionSecret(dataDir: string): string {
  const file = path.join(dataDir, 'session-secret');
  try {
    mkdirSync(dataDir, { recursive: true });
    // `wx`: of several processes that start at once, one makes the secret and all read it.
    writeFileSync(file, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600, flag: 'wx' });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'EEXIST')
      throw new SettingError(`DATA_DIR ${dataDir} cannot be written (${code}). Check its owner and mode.`);
  }
  const secret = readFileSync(file, 'utf8').trim();
  if (secret.length < 32) throw new SettingError(`${file} is damaged. Remove it; everybody will sign in again.`);
  return secret;
}
