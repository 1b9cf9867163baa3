// Proves: limits#values, sign-in#passwords
import * as messages from '../messages.ts';
import { generatePassword, newPasswordError, passwordAlphabet, passwordChangeErrors } from './password.ts';

describe('newPasswordError', () => {
  test('rejects seven characters and accepts eight', () => {
    expect(newPasswordError('1234567')).toBe(messages.passwordTooShort);
    expect(newPasswordError('12345678')).toBeNull();
  });

  test.each([' '.repeat(8), ' \t\u00a0\u2003\u3000\u2028  ', '\u200b\u00ad\u2060\ufeff\u200d\u200b\u200b\u200b'])(
    'rejects %j, in which nothing is visible',
    (password) => expect(newPasswordError(password)).toBe(messages.passwordBlank),
  );

  test('accepts spaces in and around a password', () => {
    expect(newPasswordError(' spaces count ')).toBeNull();
  });

  test('counts a surrogate pair as one character', () => {
    expect(newPasswordError('😀😀😀😀')).toBe(messages.passwordTooShort);
  });
});

describe('newPasswordError with account names', () => {
  const names = ['client-1001', 'Алексей Зай'];

  test.each(['client-1001', 'CLIENT-1001', ' Client-1001 ', 'алексей зай', 'Алексей Зай'.normalize('NFD')])(
    'rejects %j',
    (password) => expect(newPasswordError(password, names)).toBe(messages.passwordIsName),
  );

  test('accepts a password that only contains the name', () => {
    expect(newPasswordError('client-1001!', names)).toBeNull();
  });

  test('counts the characters of the composed form', () => {
    expect(newPasswordError('йййййёё'.normalize('NFD'))).toBe(messages.passwordTooShort);
  });
});

describe('passwordChangeErrors', () => {
  test('requires the current password and a different new one', () => {
    expect(passwordChangeErrors({ current: '', next: '12345678', confirmation: '12345678' })).toEqual({
      current: messages.enterCurrentPassword,
    });
    expect(passwordChangeErrors({ current: '12345678', next: '12345678', confirmation: '12345678' })).toEqual({
      next: messages.passwordSame,
    });
  });

  test('treats different compositions of the same letters as the same password', () => {
    const [current, next] = ['ёжикойод', 'ёжикойод'.normalize('NFD')];
    expect(passwordChangeErrors({ current, next, confirmation: next })).toEqual({ next: messages.passwordSame });
  });

  test('rejects a different confirmation', () => {
    expect(passwordChangeErrors({ next: '12345678', confirmation: '1234567x' })).toEqual({
      confirmation: messages.passwordsDiffer,
    });
  });
});

describe('generatePassword', () => {
  test('skips bytes that would make some characters more likely', () => {
    const whole = 256 - (256 % passwordAlphabet.length);
    const batches = [new Uint8Array(24).fill(whole), new Uint8Array(24).fill(0)];
    expect(generatePassword(() => batches.shift() ?? new Uint8Array(24))).toBe('A'.repeat(12));
  });

  test('returns 12 characters and can use the whole alphabet', () => {
    const seen = new Set<string>();
    for (let round = 0; round < 200; round += 1) {
      const password = generatePassword((count) => crypto.getRandomValues(new Uint8Array(count)));
      expect(password).toHaveLength(12);
      for (const character of password) seen.add(character);
    }
    expect([...seen].sort().join('')).toBe([...passwordAlphabet].sort().join(''));
  });
});
