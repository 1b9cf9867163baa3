/** Atom feeds (docs/product/alerts.md). The token in the address is the only key: feed readers have no session. */

import { createHash } from 'node:crypto';
import { Router } from 'express';
import { Feed } from 'feed';
import { type AtomContents, type AtomEntry, loadAtomFeed } from '../../shared/api/atom.ts';
import { escapeHtml } from '../../shared/highlight.ts';
import { isolate } from '../../shared/isolate.ts';
import * as messages from '../../shared/messages.ts';
import { pathOf } from '../../shared/routes.ts';
import { webUrl } from '../../shared/rules/urls.ts';
import { AppError } from '../platform/app-error.ts';
import { consoleUrl } from '../platform/settings.ts';
import { sendCompressed } from '../render/compress.ts';
import { sendPublic } from '../session/public-call.ts';
import { type RequestContext, withContext } from '../session/request-context.ts';

/** `consoleUrl` has no trailing slash. `path`: the path of the feed below it. */
type AtomPlace = { consoleUrl: string; path: string; productName: string };

/** Characters that XML cannot contain. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these characters are the subject
const forbidden = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

const clean = (text: string): string => text.toWellFormed().replace(forbidden, '');

/** The library decodes `&amp;` before it escapes plain text. */
const plain = (text: string): string => clean(text).replaceAll('&', '&amp;');

const html = (text: string): string => escapeHtml(clean(text));

function contentOf({ text, photoUrl, links }: AtomEntry, absolute: (address: string) => string): string {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const photo = webUrl(photoUrl);
  return [
    ...lines.map((line) => `<p>${html(isolate(line))}</p>`),
    ...(photo === null ? [] : [`<p><img src="${html(photo)}" alt="${messages.photoOfPost}"></p>`]),
    ...links.map((link) => `<p><a href="${escapeHtml(absolute(link.address))}">${html(link.text)}</a></p>`),
  ].join('');
}

/** The time of the newest change, in milliseconds; 0 without entries. */
export const updatedAt = ({ entries }: AtomContents): number =>
  Math.max(0, ...entries.map((entry) => Date.parse(entry.updatedAt)));

/** Renders an Atom feed as XML. Its texts are hostile input. */
export function renderAtom(contents: AtomContents, { consoleUrl, path, productName }: AtomPlace): string {
  const absolute = (address: string) => (address.startsWith('/') ? consoleUrl + address : address);
  const feed = new Feed({
    // Stays the same when the link is renewed.
    id: `${consoleUrl}/atom/${contents.id}`,
    title: plain(isolate(contents.title)),
    link: absolute(pathOf('alerts')),
    feed: absolute(path),
    author: { name: plain(productName) },
    updated: new Date(updatedAt(contents)),
    generator: false,
  });
  for (const entry of contents.entries) {
    feed.addItem({
      id: entry.key,
      title: html(isolate(entry.title)),
      link: absolute(entry.address),
      ...(entry.author !== null && { author: [{ name: plain(isolate(entry.author)) }] }),
      content: contentOf(entry, absolute),
      published: new Date(entry.publishedAt),
      date: new Date(entry.updatedAt),
    });
  }
  return feed.atom1();
}

/** PUBLIC_URL, or else the address of the request. */
function consoleUrlOf({ deps, request, basePath }: RequestContext): string {
  const url = consoleUrl(deps.config) ?? `${request.protocol}://${request.host}${basePath}`;
  if (!URL.canParse(url)) throw new AppError(400, messages.badRequest);
  return url;
}

async function sendFeed(context: RequestContext): Promise<void> {
  const { deps, request, response } = context;
  const token = String(request.params.token);
  const found = await sendPublic(context, loadAtomFeed(token));
  if (found === null) {
    response.status(404).type('text/plain').send(messages.noAtomFeed);
    return;
  }
  const place = { consoleUrl: consoleUrlOf(context), path: `/atom/${token}`, productName: deps.config.PRODUCT_NAME };
  const xml = renderAtom(found.data, place);
  response.type('application/atom+xml; charset=utf-8').set({
    'Cache-Control': 'private, no-cache',
    // Weak, because the compressed feed has the same tag.
    ETag: `W/"${createHash('sha256').update(xml).digest('base64url')}"`,
  });
  sendCompressed(request, response, xml);
}

export function atomRoutes(): Router {
  const router = Router();
  router.get(
    '/atom/:token',
    withContext(async (context, next) => {
      const backendKind = await context.deps.backendKind.load(context.caller);
      return backendKind === 'own' ? sendFeed(context) : next();
    }),
  );
  return router;
}
