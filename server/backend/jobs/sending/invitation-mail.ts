/** Sends the link of an invitation to a login that is an e-mail address. */
import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import { formatQuery } from '../../../../shared/list-query.ts';
import { pathOf } from '../../../../shared/routes.ts';
import { type Config, consoleUrl } from '../../../platform/settings.ts';
import { mailError, type SendError } from '../../domain/alerts/channels.ts';
import type { SendInvitation } from '../../http/endpoint.ts';
import { lineOf } from '../../rules/clean-text.ts';
import { emailSettings } from './channels.ts';
import { createMailer } from './email-channel.ts';

/** Short, because the person who invites waits for the mail. */
const timeoutMs = 10_000;

/** Null without a mail server. The function returns whether the mail was sent. */
export function createInvitationMail(config: Config, logger: Logger): SendInvitation | null {
  const { MAIL_DOMAINS, PRODUCT_NAME: product } = config;
  const settings = emailSettings(config);
  if (settings === null) return null;
  const send = createMailer(settings, timeoutMs);
  return async ({ login: address, name, client }, token, now) => {
    if (mailError(address, MAIL_DOMAINS) !== null) return false;
    const link = `${consoleUrl(config)}${pathOf('invitation')}${formatQuery({ token })}`;
    const text = `Здравствуйте, ${lineOf(name)}!

Вас пригласили работать от имени клиента «${lineOf(client)}». Задайте пароль по ссылке, она действует один раз, 7 дней:

${link}

Логин: ${address}

${product}. Это письмо отправлено автоматически. Если вы не ждали приглашения, ничего не делайте.
`;
    const mail = { key: randomUUID(), address, date: now, subject: `Приглашение: ${product}`, text };
    try {
      await send(mail, AbortSignal.timeout(timeoutMs));
      return true;
    } catch (error) {
      const { message: reason, fault } = error as SendError;
      logger.warn({ reason, ...(fault !== null && { fault }) }, 'invitation not sent');
      return false;
    }
  };
}
