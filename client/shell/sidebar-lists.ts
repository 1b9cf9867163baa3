/** Changes the lists of the sidebar (server/render/sidebar.tsx). */
import { formatUnread } from '../../shared/rules/unread.ts';

/**
 * Adds to the number of unread posts, which is hidden while it is 0. It is not counted again, because counting all unread posts
 * takes as long as a page. Has no effect for viewers without the number.
 */
export function changeUnread(by: number): void {
  const place = document.querySelector<HTMLElement>('[data-unread]');
  if (!place) return;
  const count = Math.max(0, Number(place.dataset.unread) + by);
  place.dataset.unread = String(count);
  place.textContent = formatUnread(count);
  place.parentElement?.toggleAttribute('hidden', count === 0);
}
