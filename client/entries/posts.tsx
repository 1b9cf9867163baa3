/** Hydrates the feed. */
import { localViewsId } from '../../shared/page-names.ts';
import { hydrateIsland } from '../components/hydrate-island.tsx';
import { PostsIsland } from '../islands/posts/posts-island.tsx';
import { latePart } from '../lib/late-part.tsx';

const importParts = () => import('../islands/posts/late-parts.ts');
const parts = {
  filters: latePart('filters', importParts, (late) => late.PostFilters),
  scope: latePart('scope', importParts, (late) => late.FeedScope),
  overview: latePart('overview', importParts, (late) => late.OverviewSlot),
  rowTools: latePart('row-tools', importParts, (late) => late.RowToolsButtons),
};

hydrateIsland('posts', (props) => <PostsIsland {...props} {...parts} />);

// Not with the capability `views`.
if (document.getElementById(localViewsId)) void import('../saved-views/start-local-views.ts');
