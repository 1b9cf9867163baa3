// Proves: sign-in#impersonation
import * as messages from '../messages.ts';
import type { AuthUser, ImpersonationState } from '../roles.ts';
import { impersonationTimeLeft, restoreImpersonation } from './impersonation.ts';
import { reasonError } from './impersonation-reason.ts';
import { formatTimeLeft } from './time-left.ts';

const now = Date.parse('2026-11-20T12:00:00Z');
const client: AuthUser = { id: 'client-1', type: 'client', client_id: 'client-1' };
const admin: AuthUser = { id: '1', type: 'admin', username: 'root' };
const state: ImpersonationState = {
  isImpersonating: true,
  impersonatedClientId: 'client-1',
  impersonatedBy: 'root',
  impersonatedAt: '2026-11-20T11:50:00Z',
  expiresAt: '2026-11-20T12:05:00Z',
};

test('restoreImpersonation returns an active impersonation', () => {
  expect(restoreImpersonation(client, state, now)).toBe(state);
});

test('restoreImpersonation discards an impersonation with a past or invalid expiry', () => {
  expect(restoreImpersonation(client, state, now + 5 * 60 * 1000)).toBeNull();
  expect(restoreImpersonation(client, { ...state, expiresAt: '' }, now)).toBeNull();
});

test('restoreImpersonation discards the state of an administrator and of another client', () => {
  expect(restoreImpersonation(admin, state, now)).toBeNull();
  expect(restoreImpersonation({ ...client, client_id: 'client-2' }, state, now)).toBeNull();
  expect(restoreImpersonation(null, state, now)).toBeNull();
});

test('the time left is never negative and is formatted as MM:SS', () => {
  expect(impersonationTimeLeft(state, now)).toBe(5 * 60 * 1000);
  expect(impersonationTimeLeft(state, now + 3_600_000)).toBe(0);
  expect([300_000, 61_000, 59_001, 1, 0].map(formatTimeLeft)).toEqual(['05:00', '01:01', '01:00', '00:01', '00:00']);
});

test.each([
  ['  ', messages.enterReason],
  [' да ', messages.reasonTooShort],
  [' так ', null],
  ['а'.repeat(500), null],
  ['а'.repeat(501), messages.textTooLong(500)],
])('the error of the reason «%s» is %j', (reason, error) => expect(reasonError(reason)).toBe(error));
