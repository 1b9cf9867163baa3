// Proves: embedded-backend#calls
import { apiTable } from '../api-table.ts';
import { onAccess } from './access.ts';

/** Calls that change access, or create something that a revocation ends. */
const calls = [
  '/admin/auth/login',
  '/server/auth/login',
  '/admin/auth/refresh',
  '/server/auth/refresh',
  '/admin/auth/logout',
  '/server/auth/oidc/finish',
  '/server/auth/header',
  '/server/auth/seat',
  ...['enable', 'verify', 'codes', 'disable'].map((name) => `/server/second-factor/${name}`),
  '/admin/password/change',
  '/client/password/change',
  '/server/keys/create',
  '/server/keys/delete',
  ...['invite', 'renew', 'update', 'disable', 'delete', 'second-factor/reset'].map((name) => `/vknf/people/${name}`),
  '/server/invitation/accept',
  ...['update', 'delete', 'export-access', 'password/set', 'password/generate'].map(
    (name) => `/server/clients/${name}`,
  ),
  '/admin/impersonate',
  '/admin/impersonate/stop',
  '/vknf/alerts/feeds/renew',
  '/vknf/alerts/rules/create',
  '/vknf/alerts/rules/update',
  ...['create', 'update', 'pause', 'delete', 'trial'].map((name) => `/vknf/reports/${name}`),
  '/vknf/views/create',
  '/vknf/work/change-found',
  '/vknf/work/undo',
  '/vknf/work/rules/apply',
];

test('calls on access take turns, and no others do', () => {
  const flagged = apiTable.filter((entry) => entry.onAccess).map(({ path }) => path);
  expect(flagged.toSorted()).toEqual(calls.toSorted());
});

test('a call without the flag cannot take turns', () => {
  const entry = apiTable.find(({ path }) => path === '/vknf/views/pin') ?? null;
  const context = { call: entry, session: null, now: 0, store: { transaction: () => Promise.resolve() } };
  expect(() => onAccess(context as never, [], async () => {})).toThrow('The call lacks the flag onAccess');
});
