/** Password rules and the random password of docs/product.md, section 5. */
import * as messages from '../messages.ts';
import { generatedPasswordLength, passwordMinLength } from './limits.ts';

/** The longest password taken; hashing more would only serve an attacker. */
export const passwordMaxLength = 256;

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
export const passwordAlphabet = `${letters}0123456789!@#$%^&*`;

const isSame = (first: string, second: string): boolean => first.normalize() === second.normalize();

/**
 * The error of a new password, or null. Length counts characters of the normalised text (NFC), not UTF-16 units.
 * `accountNames`: the account's own name and ID, which the password may not be.
 */
export function newPasswordError(password: string, accountNames: readonly string[] = []): string | null {
  const { length } = [...password.normalize()];
  if (length < passwordMinLength) return messages.passwordTooShort;
  if (length > passwordMaxLength) return `Пароль должен содержать не более ${passwordMaxLength} символов`;
  const isName = accountNames.some((name) => isSame(name.trim().toLowerCase(), password.trim().toLowerCase()));
  return isName ? messages.passwordIsName : null;
}

export type PasswordChange = { current: string; next: string; confirmation: string };
export type PasswordChangeErrors = Partial<Record<keyof PasswordChange, string>>;

/** Errors by field of a change of one's own password; when an administrator sets a client's, `current` is absent. */
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
 * 12 characters of letters, digits and !@#$%^&*, each equally likely: bytes past the last whole multiple of the
 * alphabet are drawn again. `randomBytes(n)` gives n bytes of a cryptographic generator.
 */
export function generatePassword(randomBytes: (count: number) => Uint8Array): string {
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
