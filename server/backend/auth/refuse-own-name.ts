/** Rejects a new password that equals the account's name or ID. Schemas check all other rules, but have no account. */
import { newPasswordError } from '../../../shared/rules/password.ts';
import { badRequest } from '../../platform/app-error.ts';

/** Throws a 400. */
export function refuseOwnName(password: string, accountNames: readonly string[]): void {
  const error = newPasswordError(password, accountNames);
  if (error !== null) throw badRequest(error);
}
