/** What authentication takes and answers. Passwords are taken as they are: never trimmed. */
import * as v from 'valibot';
import * as messages from '../../../shared/messages.ts';
import { signInNameMax } from '../../../shared/rules/limits.ts';
import { newPasswordError, passwordMaxLength } from '../../../shared/rules/password.ts';
import { missing, passes, text, time } from '../http/schema-fields.ts';

/** A name to look up: an unknown one is a matter of the answer, not of the form. */
const lookupName = text(signInNameMax);
/** A password to compare: two UTF-16 units a character at most. */
const presentedPassword = v.pipe(v.string(), v.maxLength(passwordMaxLength * 2, messages.badRequest));

export const newPassword = v.pipe(v.string(), passes(newPasswordError));

export const adminLogin = v.object({ username: lookupName, password: presentedPassword });
export const clientLogin = v.object({ client_id: lookupName, password: presentedPassword });

export const adminUser = v.strictObject({ admin_id: v.pipe(v.number(), v.integer()), username: v.string() });
export const clientUser = v.strictObject({ client_id: v.string() });

export const impersonateBody = v.object(
  { client_id: v.pipe(lookupName, v.minLength(1, messages.enterClientId)) },
  missing({ client_id: messages.enterClientId }),
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
    missing({ current_password: messages.enterCurrentPassword, new_password: messages.passwordTooShort }),
  ),
  v.check(({ current_password, new_password }) => current_password !== new_password, messages.passwordSame),
);
