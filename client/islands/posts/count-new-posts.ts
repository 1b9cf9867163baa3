/** Compares counts of the feed with the total that the user sees. */

/** `base` is null while no total is known. `fresh` is the number of new posts since the base. */
export type NewPosts = { base: number | null; fresh: number };

/** Negative totals are unknown. A lower total is the new base: posts were removed, and how many are new is unknown. */
export function countNewPosts({ base, fresh }: NewPosts, total: number): NewPosts {
  if (total < 0) return { base, fresh };
  return base === null || total < base ? { base: total, fresh: 0 } : { base, fresh: total - base };
}
