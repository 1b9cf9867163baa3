/**
 * Paths of the calls that change data: the POST calls of the API table. The console refuses them by GET, because a
 * backend may not check the method.
 */
import { authPaths } from './auth-paths.ts';

export const changingPaths: readonly string[] = [
  ...Object.values(authPaths.login),
  ...Object.values(authPaths.refresh),
  ...[authPaths.logout, authPaths.impersonate, authPaths.stopImpersonation],
  ...['/client/password/change', '/admin/password/change', '/vknf/users/create'],
  ...['/vknf/words/create', '/vknf/words/update', '/vknf/words/delete'],
  ...['/vknf/words/bulk', '/vknf/words/check', '/vknf/words/create/list', '/vknf/collection/start'],
  ...['/vknf/posts/marks', '/vknf/mutes/create', '/vknf/mutes/delete'],
  ...['/vknf/views/create', '/vknf/views/update', '/vknf/views/delete', '/vknf/views/open'],
  ...['/vknf/alerts/rules/create', '/vknf/alerts/rules/update', '/vknf/alerts/rules/pause'],
  ...[
    '/vknf/alerts/rules/delete',
    '/vknf/alerts/rules/trial',
    '/vknf/alerts/feeds/renew',
    '/vknf/owners/create',
    '/vknf/owners/delete',
  ],
  ...['/server/clients/create', '/server/clients/update', '/server/clients/delete', '/server/clients/export-access'],
  ...['/server/clients/password/set', '/server/clients/password/generate'],
  ...['/vknf/wordclients/create', '/vknf/wordclients/delete'],
];
