/** Schemas of accounts of the social network. docs/product.md does not define their fields. */
import * as v from 'valibot';
import * as messages from '../../../shared/messages.ts';
import { nullableText, queryId, requiredMessages, text, total } from '../http/schema-fields.ts';

const id = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(Number.MAX_SAFE_INTEGER));

export const userReply = v.strictObject({
  UserID: id,
  Name: v.string(),
  Domain: nullableText,
  PhotoURL: nullableText,
});

export const usersReply = v.strictObject({ users: v.array(userReply), total });

export const userBody = v.object(
  {
    UserID: id,
    Name: v.pipe(text(255), v.minLength(1, messages.enterName)),
    Domain: v.optional(text(255), ''),
    PhotoURL: v.optional(text(2000), ''),
  },
  requiredMessages({ Name: messages.enterName }),
);

export const userParams = v.object({ id: queryId });
