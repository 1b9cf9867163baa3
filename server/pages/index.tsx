/** The page table: what each route of shared/routes.ts renders. */
import type { InnerPageName } from '../../shared/routes.ts';
import { alertsPage } from './alerts-page.ts';
import { analyticsPage } from './analytics/analytics-page.tsx';
import { clientsPage } from './clients-page.ts';
import { collectionPage } from './collection-page.ts';
import { journalPage } from './journal/journal-page.tsx';
import { ownerCardPage } from './owner-card/owner-card-page.tsx';
import { ownersPage } from './owners-page.ts';
import type { Page } from './page.tsx';
import { staticPage } from './page.tsx';
import { PlaceholderView } from './placeholder-view.tsx';
import { postsPage } from './posts-page.ts';
import { ProfileView } from './profile-view.tsx';
import { wordCardPage } from './word-card/word-card-page.tsx';
import { wordsPage } from './words/words-page.tsx';

const placeholder = staticPage(() => <PlaceholderView />);

/** All pages except the sign-in page, the only one without a session. */
export const pages: Record<InnerPageName, Page> = {
  profile: staticPage(({ viewer, basePath }) => <ProfileView viewer={viewer} basePath={basePath} />),
  'key-values': placeholder,
  words: wordsPage,
  'word-card': wordCardPage,
  owners: ownersPage,
  'owner-card': ownerCardPage,
  posts: postsPage,
  analytics: analyticsPage,
  alerts: alertsPage,
  collection: collectionPage,
  'account-pool': placeholder,
  guardian: placeholder,
  clients: clientsPage,
  journal: journalPage,
};
