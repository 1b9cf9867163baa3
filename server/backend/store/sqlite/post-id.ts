/** A post's row id is its time (migration 002): seconds since 1970 times 2^20, plus a counter within the second. */

const slots = 2 ** 20;

/** The first id of the second that the time falls in; a bound for every post before it. Times are milliseconds. */
export const firstPostId = (time: number): number => Math.floor(time / 1000) * slots;

/** The bound of a filter: posts at or after the time have this id or a greater one. */
export function boundPostId(time: number): number {
  const seconds = Math.ceil(time / 1000);
  return Math.min(Math.max(seconds, 0), 2 ** 32) * slots;
}

export const timeOfPostId = (id: number): number => Math.floor(id / slots) * 1000;
