/**
 * While the connection is lost, links and forms wait for it, instead of leaving the page for the browser's error page.
 */
import { isConnectionLost, notePress, whenConnected } from '../lib/connection.ts';

/**
 * Returns the address of a link, which may be in a chart. Null if the click does not leave the page: links with a target, and
 * clicks with a key or another button, open elsewhere.
 */
function addressOf(link: Element, { button, ctrlKey, metaKey, shiftKey }: MouseEvent): string | null {
  const href = link.getAttribute('href') ?? '';
  const { href: address, origin } = new URL(href, location.href);
  const opensElsewhere = link.hasAttribute('target') || button || ctrlKey || metaKey || shiftKey;
  return opensElsewhere || href.startsWith('#') || origin !== location.origin ? null : address;
}

async function hold(event: Event, act: () => void): Promise<void> {
  event.preventDefault();
  const isLast = notePress();
  await whenConnected();
  if (isLast()) act();
}

/** The listeners of islands run first, and prevent the events that they handle. */
const waits = ({ defaultPrevented }: Event): boolean => !defaultPrevented && isConnectionLost();

export function startHeldInput(): void {
  addEventListener('click', (event) => {
    const link = waits(event) && event.target instanceof Element && event.target.closest('a[href]');
    const address = link && addressOf(link, event);
    if (address) void hold(event, () => location.assign(address));
  });
  addEventListener('submit', (event) => {
    const { target, submitter } = event;
    if (waits(event) && target instanceof HTMLFormElement) void hold(event, () => target.requestSubmit(submitter));
  });
}
