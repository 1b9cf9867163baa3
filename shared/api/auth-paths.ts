/** Where the session calls stand; by itself, because the browser renews a session on pages that never sign in. */

export const authPaths = {
  login: { admin: '/admin/auth/login', client: '/server/auth/login' },
  refresh: { admin: '/admin/auth/refresh', client: '/server/auth/refresh' },
  logout: '/admin/auth/logout',
  impersonate: '/admin/impersonate',
  stopImpersonation: '/admin/impersonate/stop',
} as const;
