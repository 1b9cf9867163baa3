/** Checks at startup, before the first file is written: the address, the data folder, and misspelt settings. */
import { once } from 'node:events';
import { createServer } from 'node:net';
import type { Logger } from 'pino';
import { makeDataFolder } from './session-secret.ts';
import { type Config, type Environment, SettingError, settings } from './settings.ts';

export const addressError = ({ PORT, HOST }: Config, error: unknown): string =>
  `PORT ${PORT} on ${HOST} cannot be used (${(error as NodeJS.ErrnoException).code}). Choose another port or HOST.`;

async function checkAddress(config: Config): Promise<void> {
  const server = createServer().listen(config.PORT, config.HOST);
  try {
    await once(server, 'listening');
  } catch (error) {
    throw new SettingError(addressError(config, error));
  }
  server.close();
  await once(server, 'close');
}

/** The edit distance between two names. */
function distance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (const [index, letter] of [...from].entries()) {
    const next = [index + 1];
    for (const [column, other] of [...to].entries()) {
      const replaced = (row[column] ?? 0) + Number(letter !== other);
      next.push(Math.min(replaced, (row[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}

/** Shorter names, and names with more differences, resemble settings of other programs: PGHOST is not HOST. */
const misspeltMin = 6;
const differencesMax = (name: string): number => Math.min(2, Math.floor(name.length / 4));

/** Returns variables that are not settings, each with the setting that it resembles. */
function misspeltSettings(environment: Environment): [string, string][] {
  const names = Object.keys(settings);
  return Object.keys(environment).flatMap((variable) => {
    const name = variable.replace(/_FILE$/, '');
    if (name in settings || name.length < misspeltMin) return [];
    const most = differencesMax(name);
    const isNear = (known: string) => Math.abs(known.length - name.length) <= most && distance(name, known) <= most;
    const setting = names.find(isNear);
    return setting === undefined ? [] : [[variable, setting]];
  });
}

/** Throws a `SettingError`. A variable that resembles a setting is only logged: it may belong to another program. */
export async function checkStart(config: Config, environment: Environment, logger: Logger): Promise<void> {
  for (const [variable, setting] of misspeltSettings(environment))
    logger.warn({ variable, setting }, 'a variable is no setting, but resembles one');
  // Versions before 1.1.0 started that many processes.
  if (environment.WEB_CONCURRENCY)
    logger.warn('WEB_CONCURRENCY is ignored: one process serves the console, and several containers need PostgreSQL');
  await checkAddress(config);
  if (config.API_URL === null) makeDataFolder(config.DATA_DIR);
}

/** Plain HTTP is allowed because intranets use it. */
export function warnOfPlainHttp({ COOKIE_SECURE }: Config, logger: Logger): void {
  if (COOKIE_SECURE !== 'on')
    logger.warn('cookies can be read on the network over plain HTTP: use HTTPS and set COOKIE_SECURE=on');
}

/** Without `requireTLS` the mail library uses STARTTLS only if the server offers it. */
export function warnOfPlainMail({ SMTP_URL }: Config, logger: Logger): void {
  if (SMTP_URL === null) return;
  const { protocol, password, searchParams } = new URL(SMTP_URL);
  if (protocol === 'smtp:' && password !== '' && searchParams.get('requireTLS') !== 'true')
    logger.warn('the password of SMTP_URL may be sent without encryption: add ?requireTLS=true, or use smtps');
}
