/** Hydrates the feed. */
import { hydrateIsland } from '../components/hydrate-island.tsx';
import { latePart } from '../islands/posts/late-part.tsx';
import { PostsIsland } from '../islands/posts/posts-island.tsx';

const importParts = () => import('../islands/posts/late-parts.tsx');
const parts = {
  filters: latePart('filters', importParts, (late) => late.PostFilters),
  scope: latePart('scope', importParts, (late) => late.FeedScope),
  overviewPart: latePart('overview', importParts, (late) => late.FeedOverview),
  rowTools: latePart('row-tools', importParts, (late) => late.RowToolsButtons),
};

hydrateIsland('posts', (props) => <PostsIsland {...props} {...parts} />);
