/**
 * Lists the saved views of the browser, with an existing backend, in the sidebar of other pages than the feed, whose island lists
 * them (client/saved-views/feed-sidebar.tsx). Loads when there are any.
 */
import type { AuthUser } from '../../shared/roles.ts';
import { readLocalViews } from '../saved-views/read-local-views.ts';

/** `place` contains the list, empty and hidden; its `data-local` is the path of the feed. */
export function showLocalFilters(place: HTMLElement, user: AuthUser): void {
  const nav = place.querySelector('nav');
  const views = readLocalViews(user);
  if (!nav || views.length === 0) return;
  const items = views.map((view) => {
    const link = document.createElement('a');
    const query = new URLSearchParams(view.query);
    query.set('view', String(view.id));
    link.href = `${place.dataset.local}?${query}`;
    link.textContent = link.title = view.name;
    const item = document.createElement('li');
    item.append(link);
    return item;
  });
  nav.querySelector('ul')?.replaceChildren(...items);
  nav.hidden = place.hidden = false;
}
