/** Validation of the form of a person. Each function returns the error text, or null. */
import * as messages from '../messages.ts';

/** In UTF-16 units. */
export const personTextMax = 100;

/** A login must not look like a client ID, because clients sign in with the same field. */
export function loginError(login: string): string | null {
  if (login === '') return messages.enterLogin;
  return /^client-\d+$/i.test(login) ? messages.loginTaken : null;
}
