/** Password rules and random passwords (docs/product/sign-in.md). */
import * as messages from '../messages.ts';
import { generatedPasswordLength, passwordMinLength } from './limits.ts';

/** Longer passwords would let an attacker waste CPU time on hashing. */
export const passwordMaxLength = 256;

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
export const passwordAlphabet = `${letters}0123456789!@#$%^&*`;

const isSame = (first: string, second: string): boolean => first.normalize() === second.normalize();

/**
 * Returns the error of a new password, or null. The length is measured in characters of the normalised text (NFC).
 * `accountNames` are the name and ID of the account, which are not allowed as a password.
 */
export function newPasswordError(password: string, accountNames: readonly string[] = []): string | null {
  const { length } = [...password.normalize()];
  if (length < passwordMinLength) return messages.passwordTooShort;
  if (!/[^\s\p{Cc}\p{Default_Ignorable_Code_Point}]/u.test(password)) return messages.passwordBlank;
  if (length > passwordMaxLength) return `Пароль должен содержать не более ${passwordMaxLength} символов`;
  const isName = accountNames.some((name) => isSame(name.trim().toLowerCase(), password.trim().toLowerCase()));
  return isName ? messages.passwordIsName : null;
}

export type PasswordChange = { current: string; next: string; confirmation: string };
export type PasswordChangeErrors = Partial<Record<keyof PasswordChange, string>>;

/** Returns errors by field. `current` is missing when an administrator sets a client's password. */
export function passwordChangeErrors(
  change: Omit<PasswordChange, 'current'> & { current?: string },
  accountNames: readonly string[] = [],
): PasswordChangeErrors {
  const errors: PasswordChangeErrors = {};
  if (change.current === '') errors.current = messages.enterCurrentPassword;
  const next = newPasswordError(change.next, accountNames);
  if (next) errors.next = next;
  else if (change.current !== undefined && isSame(change.current, change.next)) errors.next = messages.passwordSame;
  if (change.next !== change.confirmation) errors.confirmation = messages.passwordsDiffer;
  return errors;
}

/**
 * Returns 12 characters of letters, digits and !@#$%^&*, all equally likely. `randomBytes(n)` must return n bytes from a
 * cryptographic generator.
 */
export function generatePassword(randomBytes: (count: number) => Uint8Array): string {
  // Bytes from this limit on are skipped, because the modulo would favour the first characters.
  const limit = 256 - (256 % passwordAlphabet.length);
  let password = '';
  while (password.length < generatedPasswordLength) {
    for (const byte of randomBytes(generatedPasswordLength * 2)) {
      if (byte < limit && password.length < generatedPasswordLength) {
        password += passwordAlphabet[byte % passwordAlphabet.length];
      }
    }
  }
  return password;
}
