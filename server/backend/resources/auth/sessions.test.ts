import { identityFields, requestId } from './sessions.ts';

describe('log fields', () => {
  test('requestId returns a well-formed ID unchanged', () => {
    expect(requestId('7f.Ab-9_')).toBe('7f.Ab-9_');
  });

  test.each([undefined, '', 'a b', 'a\nb', 'x'.repeat(65)])('requestId replaces %j', (header) => {
    expect(requestId(header)).toMatch(/^[\da-f-]{36}$/);
  });

  test('identityFields returns both identities of an impersonation', () => {
    const impersonation = { clientId: 'client-1001', startedAt: 0, expiresAt: 1, readOnly: false, over: false };
    const owner = { type: 'admin', adminId: 1, username: 'root' } as const;
    const viewer = { type: 'client', clientId: 'client-1001' } as const;
    expect(identityFields({ id: 1, owner, viewer, impersonation })).toEqual({
      real: 'root',
      effective: 'client-1001',
    });
  });
});
