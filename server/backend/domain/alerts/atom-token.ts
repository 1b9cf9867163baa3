/** The tokens in the links of Atom feeds. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { firstSecret } from '../../../platform/seal.ts';
import type { AtomFeed } from '../../store/atom-feeds.ts';

/** `<feed ID>-<MAC>`. The MAC is computed from the feed's nonce and the session secret, so the database alone opens no feed. */
const tokenPattern = /^([1-9]\d{0,14})-([\w-]{43})$/;

type Signed = Pick<AtomFeed, 'feedId' | 'nonce'>;

const macOf = ({ feedId, nonce }: Signed, secret: string): Buffer =>
  createHmac('sha256', secret)
    .update(`atom ${feedId} ${Buffer.from(nonce).toString('hex')}`)
    .digest();

/** The path of the link in the console. */
export const atomPath = (feed: Signed, secrets: readonly string[]): string =>
  `/atom/${feed.feedId}-${macOf(feed, firstSecret(secrets)).toString('base64url')}`;

/** The feed that a token claims to open; null for a malformed token. */
export function claimedFeed(token: string): number | null {
  const id = tokenPattern.exec(token)?.[1];
  return id === undefined ? null : Number(id);
}

export function opensFeed(token: string, feed: Signed, secrets: readonly string[]): boolean {
  const [, id, mac = ''] = tokenPattern.exec(token) ?? [];
  const presented = Buffer.from(mac, 'base64url');
  return Number(id) === feed.feedId && secrets.some((secret) => timingSafeEqual(macOf(feed, secret), presented));
}
