// Proves: sign-in#impersonation
import type { Viewer } from '../../shared/roles.ts';
import { mirrorOf } from './auth-mirror.ts';

const now = Date.parse('2026-11-20T10:00:00Z');
const impersonation = {
  isImpersonating: true,
  impersonatedClientId: 'c-1',
  impersonatedBy: 'root',
  impersonatedAt: '2026-11-20T09:50:00Z',
  expiresAt: '2026-11-20T10:05:00Z',
} as const;
const admin: Viewer = { user: { id: '1', type: 'admin', username: 'root' }, impersonation: null };
const client: Viewer = { user: { id: 'c-1', type: 'client', client_id: 'c-1' }, impersonation };

describe('mirrorOf', () => {
  test('is empty on a signed-out page', () => {
    expect(mirrorOf(null, now)).toEqual({ auth_user: null, impersonation_state: null });
  });

  test('contains only the user without an impersonation', () => {
    expect(mirrorOf(admin, now)).toEqual({
      auth_user: '{"id":"1","type":"admin","username":"root"}',
      impersonation_state: null,
    });
  });

  test('contains the user and the impersonation while an administrator acts as a client', () => {
    const { auth_user, impersonation_state } = mirrorOf(client, now);
    expect(JSON.parse(auth_user ?? '')).toEqual(client.user);
    expect(JSON.parse(impersonation_state ?? '')).toEqual(impersonation);
  });

  test('omits an expired impersonation', () => {
    expect(mirrorOf(client, Date.parse(impersonation.expiresAt)).impersonation_state).toBeNull();
  });

  test('omits an outdated impersonation of an administrator', () => {
    expect(mirrorOf({ ...admin, impersonation }, now).impersonation_state).toBeNull();
  });
});
