/** The token of an Atom link of the test backend. */
import { atomPath } from '../../server/backend/domain/alerts/atom-token.ts';
import type { AtomFeed } from '../../server/backend/store/atom-feeds.ts';
import { backendSecret } from './backend.ts';

export const tokenOf = (feed: AtomFeed, secret = backendSecret): string =>
  atomPath(feed, [secret]).slice('/atom/'.length);
