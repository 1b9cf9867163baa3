/** THE API table: every call of section 7 of the specification that the embedded backend answers. */
import type { Endpoint } from './endpoint.ts';
import { health } from './health.ts';

export const apiTable: readonly Endpoint[] = [...health];
