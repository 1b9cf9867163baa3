/** A database that cannot be opened, migrated or filled. The message is one line for operators. */
export class DatabaseError extends Error {
  override name = 'DatabaseError';
}
