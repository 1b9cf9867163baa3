import type { AuthUser } from '../../shared/roles.ts';

/** Returns the key of local storage for the user's saved views (local-views.ts). */
export const localViewsKey = ({ type, id }: AuthUser): string => `saved_views:${type}:${id}`;
