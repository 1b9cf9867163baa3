/** A database that cannot be opened, migrated or filled. The message is one line for operators. */
export class DatabaseError extends Error {
  override name = 'DatabaseError';
}

/** Its server cannot be reached or cannot work now. Another try may succeed. */
export class DatabaseUnavailableError extends DatabaseError {
  override name = 'DatabaseUnavailableError';
}
