/** Accepts only http(s) URLs from the backend, because they are hostile input (docs/product.md, section 13). */

/** Browsers and Node disagree on other characters in a host name; both must draw the same page. */
const plainHost = /^(?:[\w.-]+|\[[\da-f:.]+\])$/;

/** The address when a browser may open it, else null. */
export function webUrl(address: string | null): string | null {
  if (address === null || !URL.canParse(address)) return null;
  const { protocol, hostname, href } = new URL(address);
  return (protocol === 'https:' || protocol === 'http:') && plainHost.test(hostname) ? href : null;
}
