import { identityFields, requestId } from './request-log.ts';

describe('request log', () => {
  test('a well-formed request id is kept', () => {
    expect(requestId('7f.Ab-9_')).toBe('7f.Ab-9_');
  });

  test.each([undefined, '', 'a b', 'a\nb', 'x'.repeat(65)])('%j is replaced', (header) => {
    expect(requestId(header)).toMatch(/^[\da-f-]{36}$/);
  });

  test('an impersonating session is logged with both identities', () => {
    const impersonation = { clientId: 'client-1001', startedAt: 0, expiresAt: 1, over: false };
    const owner = { type: 'admin', adminId: 1, username: 'root' } as const;
    const viewer = { type: 'client', clientId: 'client-1001' } as const;
    expect(identityFields({ id: 1, owner, viewer, impersonation })).toEqual({
      user: 'client-1001',
      userType: 'client',
      actingAdmin: 'root',
    });
  });
});
