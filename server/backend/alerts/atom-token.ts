/**
 * Tokens of Atom links: `<feed ID>-<MAC>`. The MAC is computed from the feed's nonce and the session secret, so the database alone
 * opens no feed.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { AtomFeed } from '../store/alerts-store.ts';

const tokenPattern = /^([1-9]\d{0,14})-([\w-]{43})$/;

type Signed = Pick<AtomFeed, 'feedId' | 'nonce'>;

const macOf = ({ feedId, nonce }: Signed, secret: string): Buffer =>
  createHmac('sha256', secret)
    .update(`atom ${feedId} ${Buffer.from(nonce).toString('hex')}`)
    .digest();

/** The link's path of the console. The first secret of SESSION_SECRET signs. */
export function atomPath(feed: Signed, [secret]: readonly string[]): string {
  if (secret === undefined) throw new Error('SESSION_SECRET is empty');
  return `/atom/${feed.feedId}-${macOf(feed, secret).toString('base64url')}`;
}

/** The feed that a token claims to open; null for a malformed token. */
export function claimedFeed(token: string): number | null {
  const id = tokenPattern.exec(token)?.[1];
  return id === undefined ? null : Number(id);
}

/** Whether one of the secrets signed the token for the feed. */
export function opensFeed(token: string, feed: Signed, secrets: readonly string[]): boolean {
  const [, id, mac = ''] = tokenPattern.exec(token) ?? [];
  const presented = Buffer.from(mac, 'base64url');
  return Number(id) === feed.feedId && secrets.some((secret) => timingSafeEqual(macOf(feed, secret), presented));
}
