/** What the collector has done since its start, for `/metrics`. */

export type CollectorCounts = {
  /** By result: `ok`, `network` (no reply that can be read), or the code of the error. */
  calls: Record<string, number>;
  /** By outcome: `done`, `partial`, `waiting`, `failed` or `lost`. */
  runs: Record<string, number>;
  postsAdded: number;
  /** Phrases that are due now. */
  queue: number;
  /** Calls that ordinary runs have left. */
  callsLeft: number;
};
