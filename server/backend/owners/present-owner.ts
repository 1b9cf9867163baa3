import type * as v from 'valibot';
import { toNullable } from '../rules/reply-values.ts';
import type { OwnerRow } from '../store/owners-store.ts';
import type { ownerReply } from './schemas.ts';

export const presentOwner = (owner: OwnerRow): v.InferOutput<typeof ownerReply> => ({
  OwnerID: owner.ownerId,
  OwnerType: owner.ownerType,
  Name: toNullable(owner.name),
  Domain: toNullable(owner.domain),
  PhotoURL: toNullable(owner.photoUrl),
});
