/** The API table: all calls of the embedded backend (docs/product.md, section 7) and of its capabilities. */
import { atom } from './alerts/atom-endpoints.ts';
import { alerts } from './alerts/endpoints.ts';
import { analytics } from './analytics/endpoints.ts';
import { impersonationCalls } from './auth/impersonation-endpoints.ts';
import { passwordCalls } from './auth/password-endpoints.ts';
import { sessionCalls } from './auth/session-endpoints.ts';
import { signInCalls } from './auth/sign-in-endpoints.ts';
import { capabilities } from './capabilities/endpoints.ts';
import { cities } from './cities/endpoints.ts';
import { clients } from './clients/endpoints.ts';
import { clientPages } from './clients/page-endpoints.ts';
import { collection } from './collection/endpoints.ts';
import { health } from './health/endpoints.ts';
import type { Endpoint } from './http/endpoint.ts';
import { journal } from './journal/endpoints.ts';
import { marks } from './marks/endpoints.ts';
import { mutes } from './mutes/endpoints.ts';
import { owners } from './owners/endpoints.ts';
import { posts } from './posts/endpoints.ts';
import { preview } from './posts/preview-endpoint.ts';
import { users } from './users/endpoints.ts';
import { views } from './views/endpoints.ts';
import { wordClients } from './word-clients/endpoints.ts';
import { wordHealth } from './word-health/endpoints.ts';
import { wordBulk } from './words/bulk-endpoints.ts';
import { wordChanges } from './words/change-endpoints.ts';
import { words } from './words/endpoints.ts';

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
