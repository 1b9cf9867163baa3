/** States what is not stored because it was erased on request. An erased author's own page is a source with the same ID. */
import type { Db } from '../port.ts';

export type ErasedTargets = {
  hasOwner(ownerId: number): boolean;
  hasUser(userId: number): boolean;
  hasPost(post: { ownerId: number; userId: number }): boolean;
};

/** There are few of them. */
export async function readErasedTargets(db: Db): Promise<ErasedTargets> {
  const rows = await db.rows<{ kind: string; targetId: number }>('SELECT kind, target_id FROM erasures');
  const owners = new Set(rows.map(({ targetId }) => targetId));
  const users = new Set(rows.filter(({ kind }) => kind === 'user').map(({ targetId }) => targetId));
  const hasOwner = (ownerId: number) => owners.has(ownerId);
  const hasUser = (userId: number) => users.has(userId);
  return { hasOwner, hasUser, hasPost: ({ ownerId, userId }) => hasOwner(ownerId) || hasUser(userId) };
}
