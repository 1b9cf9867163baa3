/** Accepts only http(s) URLs from the backend, which is untrusted input (docs/product.md, section 13). */

/** Browsers and Node parse other characters in a host name differently, but must render the same page. */
const plainHost = /^(?:[\w.-]+|\[[\da-f:.]+\])$/;

/** Returns the normalised URL, or null when a browser must not open it. */
export function webUrl(address: string | null): string | null {
  if (address === null || !URL.canParse(address)) return null;
  const { protocol, hostname, href } = new URL(address);
  return (protocol === 'https:' || protocol === 'http:') && plainHost.test(hostname) ? href : null;
}
