/** Paths of the session calls. In a file of its own, because most pages only renew the session. */

export const authPaths = {
  login: { admin: '/admin/auth/login', client: '/server/auth/login' },
  refresh: { admin: '/admin/auth/refresh', client: '/server/auth/refresh' },
  logout: '/admin/auth/logout',
  impersonate: '/admin/impersonate',
  stopImpersonation: '/admin/impersonate/stop',
} as const;
