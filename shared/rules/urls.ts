/** Decides which URLs are safe to open, and builds URLs of the monitored social network. */

/**
 * Browsers and Node parse other characters in a host name differently, so the server and the browser would render different
 * links.
 */
const plainHost = /^(?:[\w.-]+|\[[\da-f:.]+\])$/;

/** Returns null when the text is not an absolute URL. Chromium 109 has no `URL.canParse()`. */
export function parseUrl(text: string): URL | null {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}

/** Returns the normalised URL, or null when a browser must not open it. */
export function webUrl(address: string | null): string | null {
  const url = parseUrl(address ?? '');
  if (!url) return null;
  const { protocol, hostname, href } = url;
  return (protocol === 'https:' || protocol === 'http:') && plainHost.test(hostname) ? href : null;
}

/** Whether the text has an address that programs turn into a link. */
export const hasAddress = (text: string): boolean => /[a-z][a-z+.-]*:\/\/|\bwww\./i.test(text);

/** A post, or a comment with its post and the top comment of its thread (shared/fields/posts.ts). */
export type WallEntry = {
  ownerId: number;
  ownerType: string;
  postId: number;
  parentPostId: number | null;
  threadId: number | null;
};

/**
 * Returns the URL of a post or a comment. The owner ID in it is negative unless the owner is a user (docs/product/feed.md).
 */
export function wallUrl({ ownerId, ownerType, postId, parentPostId, threadId }: WallEntry): string {
  const id = Math.abs(ownerId);
  const wall = `https://vk.com/wall${ownerType === 'user' ? id : -id}_`;
  if (parentPostId === null) return `${wall}${postId}`;
  return `${wall}${parentPostId}?reply=${postId}${threadId === null ? '' : `&thread=${threadId}`}`;
}

/** Returns the URL of an account by its screen name, or by its ID when it has none. */
export const accountUrl = ({ id, type, domain }: { id: number; type: string; domain: string | null }): string =>
  ownerUrl(domain ?? '') ?? `https://vk.com/${type === 'user' ? 'id' : 'club'}${Math.abs(id)}`;

/** Returns the URL of a source, or null when its domain is not a valid screen name. */
export const ownerUrl = (domain: string): string | null =>
  /^[\w.]{1,64}$/.test(domain) && !/^\.+$/.test(domain) ? `https://vk.com/${domain}` : null;

/**
 * Returns the `next` parameter of a sign-in as a same-origin path with its query, or null. Prevents open redirects: rejects
 * anything that a browser could resolve to another origin (backslashes, `//`, control characters, their encodings, and paths
 * that normalise to these).
 */
export function safeNextPath(next: unknown): string | null {
  if (typeof next !== 'string' || next.length > 2000 || !next.startsWith('/')) return null;
  const [path = ''] = next.split(/[?#]/, 1);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: browsers strip control characters before parsing
  if (/[\\\u0000-\u001f\u007f-\u009f\u2028\u2029]/.test(next) || path.includes('//')) return null;
  if (/%(?:5c|2f|2e|[01][0-9a-f]|7f|25)/i.test(path) || /(^|\/)\.{1,2}(\/|$)/.test(path)) return null;
  const origin = 'http://console.invalid';
  try {
    const url = new URL(next, origin);
    return url.origin === origin && !url.pathname.startsWith('//') ? url.pathname + url.search : null;
  } catch {
    return null;
  }
}
