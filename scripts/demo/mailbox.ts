/** The mailbox of the demo: receives every e-mail of the service, and shows them on a page. */

import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type ParsedMail, simpleParser } from 'mailparser';
import { SMTPServer } from 'smtp-server';
import { escapeHtml } from '../../shared/highlight.ts';

export const mailboxPath = '/mail';
const mailsKept = 200;

const addressesOf = ({ to }: ParsedMail): string =>
  [to ?? []]
    .flat()
    .map(({ text }) => text)
    .join(', ');

const showMail = (mail: ParsedMail): string => `<article>
<h2>${escapeHtml(mail.subject ?? '')}</h2>
<p class="to">${escapeHtml(addressesOf(mail))} · ${mail.date?.toLocaleString('ru', { timeZone: 'Europe/Moscow' }) ?? ''}</p>
${mail.textAsHtml ?? ''}</article>`;

const showMails = (mails: readonly ParsedMail[]): string => `<!doctype html>
<html lang="ru"><head><meta charset="utf-8"><link rel="icon" href="data:,"><meta name="viewport" content="width=device-width">
<meta http-equiv="refresh" content="10"><title>Почта демонстрации</title>
<style>body { max-width: 48rem; margin: 2rem auto; padding: 0 1rem; font: 1rem/1.5 sans-serif; color-scheme: light dark; }
article { padding: .5rem 1rem; border: 1px solid #8888; border-radius: .5rem; margin-block: 1rem; overflow-wrap: anywhere; }
h2 { font-size: 1rem; margin: 0; } .to { opacity: .7; margin: 0; }</style></head>
<body><h1>Почта демонстрации</h1>
${mails.length === 0 ? '<p>Писем пока нет. Письма оповещений и приглашений приходят сюда.</p>' : mails.map(showMail).join('\n')}
</body></html>`;

/** Receives e-mails on this port of loopback. Returns a function that answers requests for the page and returns false for others. */
export async function startMailbox(
  port: number,
): Promise<(request: IncomingMessage, response: ServerResponse) => boolean> {
  /** Newest first. */
  const mails: ParsedMail[] = [];
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS', 'AUTH'],
    logger: false,
    onData(stream, _session, callback) {
      simpleParser(stream).then((mail) => {
        mails.unshift(mail);
        mails.splice(mailsKept);
        callback();
      }, callback);
    },
  });
  // A connection that a client breaks off is no fault of the demo.
  server.on('error', () => {});
  server.listen(port, '127.0.0.1');
  await once(server.server, 'listening');
  return (request, response) => {
    if (request.url !== mailboxPath) return false;
    response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' }).end(showMails(mails));
    return true;
  };
}
