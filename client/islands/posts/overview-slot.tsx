/** The overview above the table: HTML from the server, empty with an existing backend (server/pages/feed-overview). */

import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';
import { defaultPostSort } from '../../../shared/api/posts.ts';
import * as messages from '../../../shared/messages.ts';
import { localViewsEvent, overviewIds } from '../../../shared/page-names.ts';
import type { IslandContext } from '../../../shared/pages/islands.ts';
import type { PostsQuery } from '../../../shared/pages/post-filters.ts';
import { formatPostsQuery } from '../../../shared/pages/posts-query.ts';
import { staticChildren } from '../../components/static-children.ts';
import { opensNewTab } from '../../components/table-header.tsx';
import { useIslandContext } from '../../lib/island-context.ts';
import { savePreference } from '../../lib/preferences.ts';
import controls from '../../styles/controls.module.css';

/** Loads the overview for a query string of the feed and shows it. Call it when the filters change. */
export type ShowOverview = (search: string) => void;

/** Returns null with an existing backend: the slot then has only the container of local views. */
const overviewIn = (slot: HTMLElement) => slot.querySelector('[data-overview]');

/** Links keep the current sort, because the overview does not update when it changes. Links to views have their own sort. */
function followLink(event: MouseEvent, navigate: (search: string) => void): void {
  const href = (event.target as Element).closest('a')?.getAttribute('href');
  if (!href?.startsWith('?') || opensNewTab(event)) return;
  event.preventDefault();
  const query = new URLSearchParams(href);
  const sort = new URLSearchParams(location.search).get('sort');
  if (sort !== null && !query.has('view')) query.set('sort', sort);
  navigate(`?${query}`);
}

const isSame = (one: Node, other: Node): boolean =>
  one.nodeName === other.nodeName && (one as Element).id === (other as Element).id;

const hasOpenMenu = (node: Node): boolean => node instanceof Element && node.querySelector(':popover-open') !== null;

/**
 * Replaces the children of an element with the children of `next`. Elements with the same name and ID are kept, so that menus and
 * details stay open and the focus stays in place.
 */
function updateChildren(element: Element, next: Element): void {
  const unused = new Set<Node>(element.childNodes);
  const children = [...next.childNodes].map((child) => {
    const known = [...unused].find((other) => isSame(other, child));
    if (!known) return child;
    unused.delete(known);
    return updateNode(known, child);
  });
  for (const node of unused) element.removeChild(node);
  let place = element.firstChild;
  for (const child of children) {
    // A menu that is open would close if its element moved, so the others move behind it.
    while (hasOpenMenu(child) && place && place !== child) {
      const next: ChildNode | null = place.nextSibling;
      element.append(place);
      place = next;
    }
    if (child === place) place = place.nextSibling;
    else element.insertBefore(child, place);
  }
}

/**
 * Returns the node to show. It is the existing one, updated, with two exceptions: the SVG of a chart, whose marks other scripts
 * change (client/shell), and its labels, which would move and so count as a layout shift.
 */
function updateNode(node: Node, next: Node): Node {
  if (node.isEqualNode(next)) return node;
  if (!(node instanceof HTMLElement && next instanceof HTMLElement) || node.ariaHidden === 'true') {
    node.parentNode?.replaceChild(next, node);
    return next;
  }
  for (const name of node.getAttributeNames())
    if (name !== 'open' && !next.hasAttribute(name)) node.removeAttribute(name);
  for (const { name, value } of next.attributes) node.setAttribute(name, value);
  updateChildren(node, next);
  return node;
}

/** Shows new content and keeps the focus inside the slot. */
function showContent(slot: HTMLElement, content: Element): void {
  const focused = slot.contains(document.activeElement) ? document.activeElement : null;
  const shown = overviewIn(slot);
  if (shown) updateNode(shown, content);
  if (!focused || focused.isConnected) return;
  const place =
    (focused.id && document.getElementById(focused.id)) || slot.querySelector<SVGAElement>('[tabindex="0"]');
  place?.focus({ preventScroll: true });
}

/** Reports that the overview is outdated, but keeps it, because the filters may be changed back. */
function markOutdated(slot: HTMLElement): void {
  if (slot.querySelector('[role="status"]')) return;
  const text = document.createElement('p');
  text.role = 'status';
  text.className = controls.fieldError ?? '';
  text.textContent = messages.updateOverview;
  overviewIn(slot)?.prepend(text);
}

/**
 * Handles clicks on the button that toggles the chart and on the hidden reload button. The shell handles buttons that open
 * dialogs.
 */
function pressButton(event: MouseEvent, show: ShowOverview): void {
  const button = (event.target as Element).closest('button');
  if (button?.id === overviewIds.toggle) savePreference('histogramHidden', button.ariaExpanded === 'true');
  else if (button?.id !== overviewIds.reload) return;
  show(location.search);
}

function startOverview(
  slot: HTMLElement,
  { basePath, apiTimeoutMs }: IslandContext,
  navigate: (search: string) => void,
): ShowOverview {
  let running: XMLHttpRequest | null = null;

  /** Uses XMLHttpRequest, because a text from `fetch` would have to be parsed, which Trusted Types forbid. */
  function show(search: string) {
    dispatchEvent(new Event(localViewsEvent));
    if (!overviewIn(slot)) return;
    const earlier = running;
    const request = new XMLHttpRequest();
    running = request;
    // `abort` fires `loadend` synchronously, so `running` must already be the new request.
    earlier?.abort();
    request.open('GET', `${basePath}/ldvknf/posts/overview${search}`);
    request.responseType = 'document';
    request.timeout = apiTimeoutMs;
    request.onloadend = () => {
      if (running !== request) return;
      slot.ariaBusy = null;
      // After the end of the session the response is the sign-in page, which has no overview.
      const content = request.status === 200 ? request.responseXML?.querySelector('[data-overview]') : null;
      if (content) showContent(slot, content);
      else markOutdated(slot);
    };
    slot.ariaBusy = 'true';
    request.send();
  }

  slot.addEventListener('click', (event) => {
    followLink(event, navigate);
    pressButton(event, show);
  });
  return show;
}

export type OverviewSlotProps = {
  query: PostsQuery;
  /** A change of the number reloads the overview. */
  refreshes: number;
  /** Goes to another state of the feed, given its query string. */
  navigate: (search: string) => void;
  children: ReactNode;
};

export function OverviewSlot({ query, refreshes, navigate, children }: OverviewSlotProps) {
  const context = useIslandContext();
  const slot = useRef<HTMLDivElement>(null);
  const show = useRef<ShowOverview>(null);
  const key = formatPostsQuery({ ...query, sort: defaultPostSort, page: 1 }) + refreshes;
  const shown = useRef(key);

  // A layout effect, because it must run before clicks are replayed (client/islands/posts/late-part.tsx).
  // biome-ignore lint/correctness/useExhaustiveDependencies: the context and `navigate` never change
  useLayoutEffect(() => {
    if (slot.current) show.current = startOverview(slot.current, context, navigate);
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: only other filters and refreshes load the overview
  useEffect(() => {
    if (shown.current === key) return;
    shown.current = key;
    show.current?.(formatPostsQuery(query));
  }, [key]);

  return <div ref={slot} id="overview" {...staticChildren(children)} />;
}
