/** Inputs and replies of authentication. Passwords are never trimmed. */
import * as v from 'valibot';
import * as messages from '../../../shared/messages.ts';
import { signInNameMax } from '../../../shared/rules/limits.ts';
import { newPasswordError, passwordMaxLength } from '../../../shared/rules/password.ts';
import { isCommonPassword } from '../../platform/common-passwords.ts';
import { requiredMessages, rule, text, time } from '../http/schema-fields.ts';

/** A name to look up: an unknown one is refused by the handler, not by the schema. */
const lookupName = text(signInNameMax);
/** A password to compare. A character may take several UTF-16 units, more of them when it is not in NFC. */
const presentedPassword = v.pipe(v.string(), v.maxLength(passwordMaxLength * 4, messages.badRequest));

/** The account's own names are checked by the handler: `refuseOwnName`. */
export const newPassword = v.pipe(
  v.string(),
  rule((password) => newPasswordError(password) ?? (isCommonPassword(password) ? messages.passwordCommon : null)),
);

export const adminLogin = v.object({ username: lookupName, password: presentedPassword });
export const clientLogin = v.object({ client_id: lookupName, password: presentedPassword });

export const adminUser = v.strictObject({ admin_id: v.pipe(v.number(), v.integer()), username: v.string() });
export const clientUser = v.strictObject({ client_id: v.string() });

export const impersonateBody = v.object(
  { client_id: v.pipe(lookupName, v.minLength(1, messages.enterClientId)) },
  requiredMessages({ client_id: messages.enterClientId }),
);

export const impersonationReply = v.strictObject({
  client_id: v.string(),
  impersonated_by: v.string(),
  impersonated_at: time,
  expires_at: time,
});

/** `username` may name oneself; naming another administrator is refused. */
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
