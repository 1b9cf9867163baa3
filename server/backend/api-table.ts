/** The API table: all calls of the embedded backend (docs/product/api.md). */
import type { Endpoint } from './http/endpoint.ts';
import { atom } from './resources/alerts/atom.ts';
import { alerts } from './resources/alerts/endpoints.ts';
import { analytics } from './resources/analytics.ts';
import { keyCalls } from './resources/auth/key-endpoints.ts';
import { secondFactorCalls } from './resources/auth/second-factor.ts';
import { sessionCalls } from './resources/auth/session-endpoints.ts';
import { signInCalls } from './resources/auth/sign-in-endpoints.ts';
import { cities } from './resources/cities.ts';
import { clients } from './resources/clients/endpoints.ts';
import { collection } from './resources/collection.ts';
import { headerCalls } from './resources/directory/header.ts';
import { oidcCalls } from './resources/directory/oidc.ts';
import { seats } from './resources/directory/seats.ts';
import { journal } from './resources/journal.ts';
import { marks } from './resources/marks.ts';
import { mutes } from './resources/mutes.ts';
import { owners } from './resources/owners.ts';
import { people } from './resources/people.ts';
import { posts } from './resources/posts/endpoints.ts';
import { reports } from './resources/reports/endpoints.ts';
import { service } from './resources/service.ts';
import { sourceLists } from './resources/source-lists.ts';
import { summary } from './resources/summary.ts';
import { users } from './resources/users.ts';
import { views } from './resources/views/endpoints.ts';
import { walls } from './resources/walls.ts';
import { wordChanges } from './resources/words/change-endpoints.ts';
import { words } from './resources/words/endpoints.ts';
import { wordClients } from './resources/words/word-clients.ts';
import { workBatches } from './resources/work/batch-endpoints.ts';
import { work } from './resources/work/endpoints.ts';
import { workRules } from './resources/work/rules.ts';
import { storyWork } from './resources/work/story-endpoints.ts';

export const apiTable: readonly Endpoint[] = [
  ...service,
  ...users,
  ...words,
  ...wordChanges,
  ...collection,
  ...posts,
  ...analytics,
  ...summary,
  ...marks,
  ...mutes,
  ...views,
  ...alerts,
  ...atom,
  ...reports,
  ...owners,
  ...sourceLists,
  ...walls,
  ...cities,
  ...clients,
  ...wordClients,
  ...people,
  ...work,
  ...workRules,
  ...workBatches,
  ...storyWork,
  ...journal,
  ...keyCalls,
  ...signInCalls,
  ...secondFactorCalls,
  ...sessionCalls,
  ...headerCalls,
  ...oidcCalls,
  ...seats,
];
