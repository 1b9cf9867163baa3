/** Like page-names.ts, for the script that every page loads first: it would load the whole file. */
import type { AuthUser } from './roles.ts';

export const sidebarId = 'sidebar';

/** The key of the saved views in local storage, with an existing backend. */
export const localViewsKey = ({ type, id }: AuthUser): string => `saved_views:${type}:${id}`;
