/** The API table: all calls of the embedded backend (docs/product.md, section 7) and of its capabilities. */
import type { Endpoint } from './http/endpoint.ts';
import { atom } from './resources/alerts/atom.ts';
import { alerts } from './resources/alerts/endpoints.ts';
import { analytics } from './resources/analytics.ts';
import { impersonationCalls, sessionCalls } from './resources/auth/session-endpoints.ts';
import { passwordCalls, signInCalls } from './resources/auth/sign-in-endpoints.ts';
import { cities } from './resources/cities.ts';
import { clientPages, clients } from './resources/clients/endpoints.ts';
import { collection } from './resources/collection.ts';
import { journal } from './resources/journal.ts';
import { marks } from './resources/marks.ts';
import { mutes } from './resources/mutes.ts';
import { owners } from './resources/owners.ts';
import { posts, preview } from './resources/posts/endpoints.ts';
import { capabilities, health } from './resources/service.ts';
import { users } from './resources/users.ts';
import { views } from './resources/views/endpoints.ts';
import { wordBulk, wordChanges } from './resources/words/change-endpoints.ts';
import { words } from './resources/words/endpoints.ts';
import { wordClients } from './resources/words/word-clients.ts';
import { wordHealth } from './resources/words/word-health.ts';

export const apiTable: readonly Endpoint[] = [
  ...health,
  ...capabilities,
  ...users,
  ...wordHealth,
  ...words,
  ...wordChanges,
  ...wordBulk,
  ...collection,
  ...posts,
  ...analytics,
  ...marks,
  ...mutes,
  ...views,
  ...alerts,
  ...preview,
  ...atom,
  ...owners,
  ...cities,
  ...clients,
  ...clientPages,
  ...wordClients,
  ...journal,
  ...signInCalls,
  ...sessionCalls,
  ...impersonationCalls,
  ...passwordCalls,
];
