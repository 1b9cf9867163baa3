/** THE API table: every call of section 7 of the specification that the embedded backend answers. */
import { cities } from './cities.ts';
import type { Endpoint } from './endpoint.ts';
import { health } from './health.ts';
import { owners } from './owners.ts';
import { posts } from './posts.ts';

export const apiTable: readonly Endpoint[] = [...health, ...posts, ...owners, ...cities];
