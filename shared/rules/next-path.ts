/**
 * Returns the `next` parameter of a sign-in as a same-origin path with its query, or null. Prevents open redirects: rejects
 * anything that a browser could resolve to another origin (backslashes, `//`, control characters, their encodings, and
 * paths that normalise to these).
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
