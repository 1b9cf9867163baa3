/** THE API table: every call of section 7 of the specification that the embedded backend answers. */
import { cities } from './cities.ts';
import { clients } from './clients.ts';
import type { Endpoint } from './endpoint.ts';
import { health } from './health.ts';
import { impersonationCalls } from './impersonation.ts';
import { owners } from './owners.ts';
import { passwordCalls } from './password-change.ts';
import { posts } from './posts.ts';
import { sessionCalls } from './session-calls.ts';
import { signInCalls } from './sign-in.ts';
import { users } from './users.ts';
import { wordChanges } from './word-changes.ts';
import { wordClients } from './word-clients.ts';
import { words } from './words.ts';

export const apiTable: readonly Endpoint[] = [
  ...health,
  ...users,
  ...words,
  ...wordChanges,
  ...posts,
  ...owners,
  ...cities,
  ...clients,
  ...wordClients,
  ...signInCalls,
  ...sessionCalls,
  ...impersonationCalls,
  ...passwordCalls,
];
