// Proves: people#second-factor
import { seal, unseal } from './seal.ts';

const [first, second] = ['first-secret-'.repeat(3), 'second-secret-'.repeat(3)];

test('a text is encrypted with the first secret, and decrypted with any', () => {
  const sealed = seal([first, second], 'JBSWY3DPEHPK3PXP');
  expect(sealed).not.toContain('JBSW');
  expect(seal([first], 'JBSWY3DPEHPK3PXP')).not.toBe(sealed);
  expect([unseal([second, first], sealed), unseal([first], sealed)]).toEqual(Array(2).fill('JBSWY3DPEHPK3PXP'));
});

test('neither a removed secret nor a changed text decrypts', () => {
  const sealed = seal([first], 'text');
  expect([unseal([second], sealed), unseal([], sealed), unseal([first], `${sealed.slice(0, -2)}AA`)]).toEqual(
    Array(3).fill(null),
  );
  expect([unseal([first], ''), unseal([first], 'AAAA')]).toEqual([null, null]);
});
