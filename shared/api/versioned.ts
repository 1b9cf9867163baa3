/** The conflict of a change with what somebody else has changed since its author saw it. */
import { readObject, readText } from '../read.ts';

/** Of a row that several people change. Null with a backend that has no versions: it compares nothing. */
export type Versioned = { version: number | null };

/** Who has changed the row, when, and what it is now, as its list has it. */
export type Conflict = { by: string; at: string; now: unknown };

/** Returns the conflict of a refused change, or null. */
export function readConflict(reply: unknown): Conflict | null {
  if (typeof reply !== 'object' || reply === null || !('Conflict' in reply)) return null;
  const { By, At, Now } = readObject(reply.Conflict);
  return { by: readText(By), at: readText(At), now: Now };
}

/** The entry of a body with the version that the author of a change has seen. */
export const seenAs = (version: number | null): { Version?: number } => (version === null ? {} : { Version: version });
