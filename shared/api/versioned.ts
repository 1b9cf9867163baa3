/** A conflict: somebody else has changed the row since the author of a change loaded it. */
import { readObject, readText } from '../read.ts';

/**
 * The version of a row that several people change. Null with a backend that has no versions and detects no conflicts.
 */
export type Versioned = { version: number | null };

/** Who changed the row and when. `now` is the current row, in the format of its list. */
export type Conflict = { by: string; at: string; now: unknown };

/** Returns the conflict of a refused change, or null. */
export function readConflict(reply: unknown): Conflict | null {
  if (typeof reply !== 'object' || reply === null || !('Conflict' in reply)) return null;
  const { By, At, Now } = readObject(reply.Conflict);
  return { by: readText(By), at: readText(At), now: Now };
}

/** The field of a body with the version that the author of a change loaded. */
export const seenAs = (version: number | null): { Version?: number } => (version === null ? {} : { Version: version });
