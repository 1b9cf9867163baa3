/** The mail of a report to one recipient. */
import { escapeHtml } from '../../../../shared/highlight.ts';
import { fromParts, type ReportContents } from '../../domain/reports/contents.ts';
import { stopPath } from '../../domain/reports/stop-path.ts';
import type { ClaimedMail } from '../../store/deliveries.ts';
import type { ReportsStore } from '../../store/reports.ts';
import type { Mail, SendMail } from './email-channel.ts';

/** `consoleUrl` has no trailing slash. */
export type ReportMails = {
  reports: Pick<ReportsStore, 'parts'>;
  send: SendMail;
  consoleUrl: string;
  timeoutMs: number;
};

const stopLabel = 'Больше не присылать';

const endOfBody = '</body>';
const style = 'padding:8px 16px 16px;color:#586070;font-family:Arial,sans-serif;font-size:14px;line-height:20px';

function withStopLink({ html, text }: Pick<ReportContents, 'html' | 'text'>, url: string | null) {
  if (url === null) return { html, text };
  const link = `<a href="${escapeHtml(url)}" style="color:#1f4fb8">${stopLabel}</a>`;
  // A program with a dark theme changes only colours that a cell does not state.
  const cell = `<td align="center" bgcolor="#f4f6f9" style="background:#f4f6f9;${style}">${link}</td>`;
  const row = `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"><tr>${cell}</tr></table>`;
  const at = html.lastIndexOf(endOfBody);
  return {
    html: html.slice(0, at) + row + html.slice(at),
    text: `${text.trimEnd()}\n\n${stopLabel}: ${url}\n`,
  };
}

/** The same in each try. Null when an erasure has deleted the contents: they are made again first. */
export async function composeMail({ reports, consoleUrl }: ReportMails, claimed: ClaimedMail): Promise<Mail | null> {
  const { key, kind, address, sendingId, token } = claimed;
  const contents = fromParts(await reports.parts(sendingId));
  if (contents === null) return null;
  const { subject, date, images, files } = contents;
  const stopUrl = token && consoleUrl + stopPath(token);
  return {
    ...{ key, address, date, stopUrl },
    ...withStopLink(contents, stopUrl),
    subject: kind === 'trial' ? `Проба: ${subject}` : subject,
    attachments: [
      ...images.map(({ cid, content }) => ({
        filename: `${cid}.png`,
        content: Buffer.from(content),
        contentType: 'image/png',
        cid,
      })),
      ...files.map(({ name, type, content }) => ({
        filename: name,
        content: Buffer.from(content),
        contentType: type,
      })),
    ],
  };
}
