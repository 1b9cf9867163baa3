/** Filters of the feed and their viewer for tests of queries. */
import {
  type FeedFilter,
  noFilters,
  type Viewing,
  type ViewingSince,
  withFilters,
} from '../../server/backend/store/posts-store.ts';

/** The fields of a viewing beside those of its filter. */
export type FlatViewing = FeedFilter & Omit<Viewing, 'filter'>;

/** Without a viewer, an administrator's. */
export const viewing = ({
  clientId = null,
  account = null,
  shownWork = null,
  ...filter
}: Partial<FlatViewing> = {}): Viewing => ({ filter: { ...noFilters, ...filter }, clientId, account, shownWork });

export const viewingSince = (since: number, flat: Partial<FlatViewing> = {}): ViewingSince =>
  withFilters(viewing(flat), { since });
