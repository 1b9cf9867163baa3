/** Schemas of authentication. Passwords are never trimmed. */
import * as v from 'valibot';
import { personNameFields, secondSteps } from '../../../../shared/api/auth.ts';
import * as messages from '../../../../shared/messages.ts';
import { reasonError, reasonMax } from '../../../../shared/rules/impersonation-reason.ts';
import { signInNameMax } from '../../../../shared/rules/limits.ts';
import { newPasswordError, passwordMaxLength } from '../../../../shared/rules/password.ts';
import { badRequest } from '../../../platform/app-error.ts';
import { weakPasswordError } from '../../../platform/weak-password.ts';
import { plainText, requiredMessages, rule, text } from '../../http/schema-fields.ts';
import type { AdminIdentity, ClientIdentity, Identity } from '../../rules/account.ts';
import { integer, presenterOf, replyOf, time } from '../../rules/reply-values.ts';

/** The name of an existing account. The handler checks whether it exists. */
const lookupName = text(signInNameMax);
/** A password to verify. A character may take several UTF-16 units, especially outside NFC. */
export const presentedPassword = v.pipe(plainText, v.maxLength(passwordMaxLength * 4, messages.badRequest));

/** Handlers also check the account's own names (`refuseOwnName`). */
export const newPassword = v.pipe(
  plainText,
  rule((password) => weakPasswordError(password)),
);

const presentPersonName = presenterOf(personNameFields);

export const adminLogin = v.object({ username: lookupName, password: presentedPassword });
export const clientLogin = v.object({ client_id: lookupName, password: presentedPassword });

/** `observer`: the administrator changes nothing. */
export const adminUser = v.strictObject({
  admin_id: integer,
  username: v.string(),
  observer: v.optional(v.literal(true)),
});

export const presentAdmin = ({ adminId, username, observer }: AdminIdentity): v.InferOutput<typeof adminUser> => ({
  admin_id: adminId,
  username,
  ...(observer && { observer }),
});

export const clientUser = v.strictObject({ client_id: v.string(), person: v.optional(replyOf(personNameFields)) });

export const presentClientUser = ({ clientId, person }: ClientIdentity): v.InferOutput<typeof clientUser> => ({
  client_id: clientId,
  ...(person && { person: presentPersonName(person) }),
});

export const user = v.union([adminUser, clientUser]);
export type User = v.InferOutput<typeof user>;

export const presentUser = (identity: Identity): User =>
  identity.type === 'admin' ? presentAdmin(identity) : presentClientUser(identity);

/**
 * Replaces the user in the reply when the password was correct but does not suffice: the next step is a code, or the set-up of
 * the second factor.
 */
export const secondStep = v.strictObject({ second_factor: v.picklist(secondSteps) });
export type SecondStep = v.InferOutput<typeof secondStep>;

/** Without `reason` and `read_only` (docs/product/api.md) the administrator may change everything, without a reason. */
export const impersonateBody = v.object(
  {
    client_id: v.pipe(lookupName, v.minLength(1, messages.enterClientId)),
    reason: v.optional(v.pipe(text(reasonMax), rule(reasonError))),
    read_only: v.optional(v.boolean()),
  },
  requiredMessages({ client_id: messages.enterClientId }),
);

export const impersonationReply = v.strictObject({
  client_id: v.string(),
  impersonated_by: v.string(),
  impersonated_at: time,
  expires_at: time,
  read_only: v.optional(v.literal(true)),
});

/** `username` is optional and must be the administrator's own. */
export const passwordChangeBody = v.pipe(
  v.object(
    {
      current_password: v.pipe(presentedPassword, v.minLength(1, messages.enterCurrentPassword)),
      new_password: newPassword,
      username: v.optional(lookupName),
    },
    requiredMessages({ current_password: messages.enterCurrentPassword, new_password: messages.passwordTooShort }),
  ),
  v.check(
    ({ current_password, new_password }) => current_password.normalize() !== new_password.normalize(),
    messages.passwordSame,
  ),
);

/** Throws a 400. */
export function refuseOwnName(password: string, accountNames: readonly string[]): void {
  const error = newPasswordError(password, accountNames);
  if (error !== null) throw badRequest(error);
}
