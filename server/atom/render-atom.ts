/** Renders an Atom feed as XML. Its texts are hostile input. */
import { Feed } from 'feed';
import type { AtomContents, AtomEntry } from '../../shared/api/atom.ts';
import { pathOf } from '../../shared/routes.ts';
import { escapeHtml } from '../render/document.ts';

/** `consoleUrl` has no trailing slash. `path`: of this feed, below it. */
export type AtomPlace = { consoleUrl: string; path: string; productName: string };

/** What XML cannot hold. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these characters are the subject
const forbidden = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

const clean = (text: string): string => text.toWellFormed().replace(forbidden, '');

/** The library decodes `&amp;` before it escapes plain text. */
const plain = (text: string): string => clean(text).replaceAll('&', '&amp;');

const html = (text: string): string => escapeHtml(clean(text));

function contentOf({ text, links }: AtomEntry, absolute: (address: string) => string): string {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  return [
    ...lines.map((line) => `<p>${html(line)}</p>`),
    ...links.map((link) => `<p><a href="${escapeHtml(absolute(link.address))}">${html(link.text)}</a></p>`),
  ].join('');
}

/** The time of the newest change, in milliseconds; 0 without entries. */
export const updatedAt = ({ entries }: AtomContents): number =>
  Math.max(0, ...entries.map((entry) => Date.parse(entry.updatedAt)));

export function renderAtom(contents: AtomContents, { consoleUrl, path, productName }: AtomPlace): string {
  const absolute = (address: string) => (address.startsWith('/') ? consoleUrl + address : address);
  const feed = new Feed({
    // Stays the same when the link is revoked.
    id: `${consoleUrl}/atom/${contents.id}`,
    title: plain(contents.title),
    link: absolute(pathOf('alerts')),
    feed: absolute(path),
    author: { name: plain(productName) },
    updated: new Date(updatedAt(contents)),
    generator: false,
  });
  for (const entry of contents.entries) {
    feed.addItem({
      id: entry.key,
      title: html(entry.title),
      link: absolute(entry.address),
      ...(entry.author !== null && { author: [{ name: plain(entry.author) }] }),
      content: contentOf(entry, absolute),
      published: new Date(entry.publishedAt),
      date: new Date(entry.updatedAt),
    });
  }
  return feed.atom1();
}
