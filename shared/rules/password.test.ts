import * as messages from '../messages.ts';
import { generatePassword, newPasswordError, passwordAlphabet, passwordChangeErrors } from './password.ts';

describe('newPasswordError', () => {
  test('a password of seven characters is too short, eight will do', () => {
    expect(newPasswordError('1234567')).toBe(messages.passwordTooShort);
    expect(newPasswordError('12345678')).toBeNull();
  });

  test('a character outside the basic plane counts once', () => {
    expect(newPasswordError('😀😀😀😀')).toBe(messages.passwordTooShort);
  });
});

describe('newPasswordError of an account', () => {
  const names = ['client-1001', 'Алексей Зай'];

  test.each(['client-1001', 'CLIENT-1001', ' Client-1001 ', 'алексей зай', 'Алексей Зай'.normalize('NFD')])(
    '%j is the account’s own name or ID',
    (password) => expect(newPasswordError(password, names)).toBe(messages.passwordIsName),
  );

  test('a password that only contains the name is accepted', () => {
    expect(newPasswordError('client-1001!', names)).toBeNull();
  });

  test('length counts characters of the composed form', () => {
    expect(newPasswordError('йййййёё'.normalize('NFD'))).toBe(messages.passwordTooShort);
  });
});

describe('passwordChangeErrors', () => {
  test('one’s own change needs the current password and a new one that differs', () => {
    expect(passwordChangeErrors({ current: '', next: '12345678', confirmation: '12345678' })).toEqual({
      current: messages.enterCurrentPassword,
    });
    expect(passwordChangeErrors({ current: '12345678', next: '12345678', confirmation: '12345678' })).toEqual({
      next: messages.passwordSame,
    });
  });

  test('the same letters composed differently are the same password', () => {
    const [current, next] = ['ёжикойод', 'ёжикойод'.normalize('NFD')];
    expect(passwordChangeErrors({ current, next, confirmation: next })).toEqual({ next: messages.passwordSame });
  });

  test('a confirmation that differs is refused', () => {
    expect(passwordChangeErrors({ next: '12345678', confirmation: '1234567x' })).toEqual({
      confirmation: messages.passwordsDiffer,
    });
  });
});

describe('generatePassword', () => {
  test('bytes past the last whole multiple of the alphabet are drawn again, so that no character is likelier', () => {
    const whole = 256 - (256 % passwordAlphabet.length);
    const batches = [new Uint8Array(24).fill(whole), new Uint8Array(24).fill(0)];
    expect(generatePassword(() => batches.shift() ?? new Uint8Array(24))).toBe('A'.repeat(12));
  });

  test('12 characters of the alphabet, each of them reachable', () => {
    const seen = new Set<string>();
    for (let round = 0; round < 200; round += 1) {
      const password = generatePassword((count) => crypto.getRandomValues(new Uint8Array(count)));
      expect(password).toHaveLength(12);
      for (const character of password) seen.add(character);
    }
    expect([...seen].sort().join('')).toBe([...passwordAlphabet].sort().join(''));
  });
});
