import type * as v from 'valibot';
import { toNullable } from '../rules/reply-values.ts';
import type { UserRow } from '../store/users-store.ts';
import type { userReply } from './schemas.ts';

export const presentUser = (user: UserRow): v.InferOutput<typeof userReply> => ({
  UserID: user.userId,
  Name: user.name,
  Domain: toNullable(user.domain),
  PhotoURL: toNullable(user.photoUrl),
});
