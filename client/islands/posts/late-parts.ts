/** The parts of the feed whose code loads with the first input (client/lib/late-part.tsx). */
export { FeedScope } from './feed-scope.tsx';
export { OverviewSlot } from './overview-slot.tsx';
export { PostFilters } from './post-filters.tsx';
export { RowToolsButtons } from './row-tools-buttons.tsx';
