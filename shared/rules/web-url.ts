/** A link or an image from the backend is http(s), or nothing (design §7): its addresses are hostile input. */

/** Browsers and Node disagree on other characters in a host name; both must draw the same page. */
const plainHost = /^(?:[\w.-]+|\[[\da-f:.]+\])$/;

/** The address when a browser may open it, else null. */
export function webUrl(address: string | null): string | null {
  if (address === null || !URL.canParse(address)) return null;
  const { protocol, hostname, href } = new URL(address);
  return (protocol === 'https:' || protocol === 'http:') && plainHost.test(hostname) ? href : null;
}
