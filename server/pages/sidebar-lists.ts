/** Loads the filters and the client's name for the sidebar of every page. */
import { loadSidebar } from '../../shared/api/views.ts';
import type { Loaded, SidebarLists } from '../../shared/pages/islands.ts';
import { countReadyView, type ReadyView, readyViews } from '../../shared/pages/ready-views.ts';
import type { PageInput } from '../session/page-input.ts';

/** Null with an existing backend, whose views are in the browser. */
export async function loadSidebarLists({ backend, backendKind, hasWork }: PageInput): Promise<SidebarLists | null> {
  if (backendKind !== 'own') return null;
  const loadCount = (view: ReadyView): Promise<Loaded<number | null>> => {
    const call = countReadyView(view);
    return call ? backend.load(call) : Promise.resolve({ data: null });
  };
  const [loaded, ready] = await Promise.all([
    backend.load(loadSidebar()),
    hasWork ? Promise.all(readyViews.map(loadCount)) : null,
  ]);
  const { data } = loaded;
  return data
    ? { views: { data: data.views }, ready, clientName: data.clientName }
    : { views: loaded, ready, clientName: '' };
}
