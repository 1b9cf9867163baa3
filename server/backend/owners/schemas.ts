/** Schemas of sources (owners). */
import * as v from 'valibot';
import { ownerSortColumns } from '../../../shared/fields/owners.ts';
import * as messages from '../../../shared/messages.ts';
import { ownersPageSize } from '../../../shared/rules/limits.ts';
import {
  ownerDomainError,
  ownerNameError,
  ownerPhotoError,
  ownerTextMax,
  ownerTypeError,
} from '../../../shared/rules/owner.ts';
import {
  maxLimit,
  nullableText,
  pageEntries,
  queryInteger,
  requiredMessages,
  rule,
  text,
  total,
} from '../http/schema-fields.ts';
import { exportEntry } from '../journal/exported.ts';

const order = { column: 'owner_id', direction: 'ASC' } as const;
export const ownersListQuery = v.object({
  ...pageEntries(ownerSortColumns, { ...order, limit: maxLimit }),
  ...exportEntry,
});
export const ownersPageQuery = v.object({
  ...pageEntries(ownerSortColumns, { ...order, limit: ownersPageSize }),
  ...exportEntry,
});
export const ownerParams = v.object({ id: queryInteger });

/** Without `OwnerID` the backend assigns the next free one. Groups of the social network have negative IDs. */
export const ownerBody = v.object(
  {
    OwnerID: v.optional(v.nullable(v.pipe(v.number(), v.safeInteger(), v.notValue(0)))),
    OwnerType: v.pipe(text(ownerTextMax.OwnerType), rule(ownerTypeError)),
    Name: v.pipe(text(ownerTextMax.Name), rule(ownerNameError)),
    Domain: v.optional(v.nullable(v.pipe(text(ownerTextMax.Domain), rule(ownerDomainError)))),
    PhotoURL: v.optional(v.nullable(v.pipe(text(ownerTextMax.PhotoURL), rule(ownerPhotoError)))),
  },
  requiredMessages({ OwnerType: messages.chooseType, Name: messages.enterTitle }),
);

export const ownerReply = v.strictObject({
  OwnerID: v.pipe(v.number(), v.integer()),
  OwnerType: v.string(),
  Name: nullableText,
  Domain: nullableText,
  PhotoURL: nullableText,
});

export const ownersReply = v.strictObject({ owners: v.array(ownerReply), total });
