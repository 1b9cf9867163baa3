/** A new password may not be the account's own name or ID. Schemas check the rest, but do not know the account. */
import { newPasswordError } from '../../../shared/rules/password.ts';
import { badRequest } from '../../platform/app-error.ts';

/** Throws a 400. */
export function refuseOwnName(password: string, accountNames: readonly string[]): void {
  const error = newPasswordError(password, accountNames);
  if (error !== null) throw badRequest(error);
}
