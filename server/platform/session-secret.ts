/** Generates the session secret once when SESSION_SECRET is unset, and stores it in DATA_DIR. */
import { randomBytes } from 'node:crypto';
import { accessSync, constants, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { makePrivate, ownerOnly } from './make-private.ts';
import { type Config, SettingError } from './settings.ts';

const folderError = (folder: string, { code }: NodeJS.ErrnoException): SettingError =>
  new SettingError(`DATA_DIR ${folder} cannot be written (${code}). Check its path, owner and permissions.`);

/** Throws a `SettingError` when the folder cannot be created or written. */
export function makeDataFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true });
    accessSync(folder, constants.W_OK | constants.X_OK);
  } catch (error) {
    throw folderError(folder, error as NodeJS.ErrnoException);
  }
}

/** Reads `DATA_DIR/session-secret` or creates it (mode 0600). Throws a `SettingError` when that fails. */
function storedSecret(folder: string): string {
  const file = path.join(folder, 'session-secret');
  makeDataFolder(folder);
  try {
    // `wx`: if several processes start at once, one creates the file and all read it.
    writeFileSync(file, `${randomBytes(32).toString('base64url')}\n`, { mode: ownerOnly, flag: 'wx' });
  } catch (error) {
    const cause = error as NodeJS.ErrnoException;
    if (cause.code !== 'EEXIST') throw folderError(folder, cause);
  }
  makePrivate(file);
  const secret = readFileSync(file, 'utf8').trim();
  if (secret.length < 32)
    throw new SettingError(`${file} is damaged. Remove the file; all users must then sign in again.`);
  return secret;
}

export const withSessionSecret = (config: Config): Config =>
  config.SESSION_SECRET.length > 0 ? config : { ...config, SESSION_SECRET: [storedSecret(config.DATA_DIR)] };
