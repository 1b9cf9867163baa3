/** What the collector does about each error of VK. */

/**
 * `retry`: VK's fault; again after a pause. `slowDown`: the key made too many calls a second. `flood`: too many calls alike;
 * the key pauses, and this query is not repeated at once. `quota`: the key rests until calls expire. `refused`: the key is
 * broken. `confirm`: the key is broken until a person confirms it on VK's page. `object`: something of this query is not
 * accessible. `request`: VK refuses this query.
 */
export type Reaction = 'retry' | 'slowDown' | 'flood' | 'quota' | 'refused' | 'confirm' | 'object' | 'request';

const codes: Record<Reaction, readonly number[]> = {
  /** Unknown error, internal error. */
  retry: [1, 10],
  slowDown: [6],
  flood: [9],
  quota: [29],
  /** Application disabled, wrong signature, authorisation failed, wrong kind of key (two codes). */
  refused: [2, 4, 5, 27, 28],
  /** Captcha, validation, confirmation of the action, confirmation of the key. */
  confirm: [14, 17, 24, 25],
  /** Permission, access denied, user deleted, account blocked, private profile, community, album. */
  object: [7, 15, 18, 19, 30, 203, 212],
  /** Unknown method, invalid request, method disabled, wrong parameter; 12 and 13 belong to a method that is not used. */
  request: [3, 8, 12, 13, 23, 100],
};

const reactions = new Map(
  (Object.keys(codes) as Reaction[]).flatMap((reaction) => codes[reaction].map((code) => [code, reaction] as const)),
);

/** An unknown code is a `retry`: a new error of VK must not put phrases in the state `error`. */
export const reactionTo = (code: number): Reaction => reactions.get(code) ?? 'retry';
