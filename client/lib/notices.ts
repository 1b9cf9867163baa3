/** Shows the messages that the HTML of each page has (server/render/notices.tsx). */
import type { Notice } from '../../shared/page-names.ts';

export function showNotice(name: Notice, shown = true): HTMLElement | null {
  const notice = document.getElementById(name);
  if (notice) notice.hidden = !shown;
  return notice;
}
