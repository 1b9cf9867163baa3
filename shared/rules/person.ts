/** Validation of the form of a person. Each function returns the error text, or null. */
import * as messages from '../messages.ts';
import { hasAddress } from './urls.ts';

/** In UTF-16 units. */
export const personTextMax = 100;

/** The name is in invitations, which the console mails. */
export function personNameError(name: string): string | null {
  if (name.trim() === '') return messages.enterName;
  return hasAddress(name) ? messages.addressInName : null;
}

/** Pairs of a Cyrillic letter and the Latin letter that it resembles in lower or upper case. */
export const letterTwins: readonly (readonly [cyrillic: string, latin: string])[] = [
  ...[...'авекмнорстухіјѕһ'].map((letter, index) => [letter, 'abekmhopctyxijsh'.charAt(index)] as const),
];

/** Returns the same text for logins that look the same. Takes a login in lower case. */
export const lookOf = (login: string): string =>
  letterTwins.reduce((look, [cyrillic, latin]) => look.replaceAll(cyrillic, latin), login);

/** A login must not look like a client ID, because clients sign in with the same field. */
export function loginError(login: string): string | null {
  if (login === '') return messages.enterLogin;
  return /^client-\d+$/.test(lookOf(login.toLowerCase())) ? messages.loginTaken : null;
}
