/** States what is not stored because it was erased on request. An erased author's own page is a source with the same ID. */
import type { DatabaseSync } from 'node:sqlite';

export function createErasedTargets(db: DatabaseSync) {
  const findOwner = db.prepare("SELECT 1 FROM erasures WHERE kind IN ('owner', 'user') AND target_id = ?");
  const findUser = db.prepare("SELECT 1 FROM erasures WHERE kind = 'user' AND target_id = ?");
  const hasOwner = (ownerId: number): boolean => findOwner.get(ownerId) !== undefined;
  const hasUser = (userId: number): boolean => findUser.get(userId) !== undefined;
  return {
    hasOwner,
    hasUser,
    hasPost: ({ ownerId, userId }: { ownerId: number; userId: number }): boolean =>
      hasOwner(ownerId) || hasUser(userId),
  };
}
