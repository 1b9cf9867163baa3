/** Sources in SQL for both engines. The expressions are on `owners`. */

const hasPosts = 'EXISTS (SELECT 1 FROM posts WHERE posts.owner_id = owners.owner_id)';

/**
 * Whether a client sees the source; with the account NULL every source is visible. One that another client has added is not, until a
 * post confirms it. `account` is an SQL expression.
 */
export const isVisibleOwner = (account: string): string =>
  `(${account} IS NULL OR added_by IS NULL OR added_by NOT LIKE 'client:%' OR added_by = ${account} OR ${hasPosts})`;

/** Whether the source exists only because the account has added it. */
export const isInventedBy = (account: string): string => `(added_by = ${account} AND NOT ${hasPosts})`;

export const hasNoPosts = `NOT ${hasPosts}`;
