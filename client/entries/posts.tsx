/** Hydrates the feed. */
import { localViewsEvent, localViewsId, localViewsKey } from '../../shared/page-names.ts';
import { hydrateIsland } from '../components/hydrate-island.tsx';
import { latePart } from '../islands/posts/late-part.tsx';
import { PostsIsland } from '../islands/posts/posts-island.tsx';
import { loadPart } from '../lib/load-part.ts';
import { readScriptContext } from '../lib/page.ts';
import { readLocal } from '../lib/storage.ts';

const importParts = () => import('../islands/posts/late-parts.tsx');
const importLocalViews = () => import('../saved-views/local-views-list.tsx');
const parts = {
  filters: latePart('filters', importParts, (late) => late.PostFilters),
  scope: latePart('scope', importParts, (late) => late.FeedScope),
  overview: latePart('overview', importParts, (late) => late.OverviewSlot),
  rowTools: latePart('row-tools', importParts, (late) => late.RowToolsButtons),
};

hydrateIsland('posts', (props) => <PostsIsland {...props} {...parts} />);

// With an existing backend, views are in local storage. The list loads if there are any, or when they or the URL change.
if (document.getElementById(localViewsId)) {
  const { viewer } = readScriptContext();
  const show = () =>
    loadPart(importLocalViews).then(
      ({ showLocalViews }) => showLocalViews(),
      () => undefined,
    );
  if (viewer && readLocal(localViewsKey(viewer.user)) !== null) show();
  addEventListener(localViewsEvent, show);
}
