/** Hydrates the feed. */
import { localViewsId } from '../../shared/local-views-id.ts';
import { PostsIsland } from '../islands/posts/posts-island.tsx';
import { hydrateIsland } from '../lib/hydrate-island.tsx';
import { latePart } from '../lib/late-part.tsx';

const filters = latePart('filters', () => import('../islands/posts/post-filters.tsx').then((part) => part.PostFilters));
const scope = latePart('scope', () => import('../islands/posts/feed-scope.tsx').then((part) => part.FeedScope));

hydrateIsland('posts', (props) => <PostsIsland {...props} {...{ filters, scope }} />);

// Not with the capability `views`.
if (document.getElementById(localViewsId)) void import('../saved-views/start-local-views.ts');
