/** Row IDs of posts contain the time: seconds since 1970 times 2^20, plus a counter within the second. */

export const idsPerSecond = 2 ** 20;

/** The first ID of the second that contains the time. Times are milliseconds. */
export const firstPostId = (time: number): number => Math.floor(time / 1000) * idsPerSecond;

/** The bound for a filter: posts at or after the time have this ID or a greater one. */
export function boundPostId(time: number): number {
  const seconds = Math.ceil(time / 1000);
  return Math.min(Math.max(seconds, 0), 2 ** 32) * idsPerSecond;
}

export const secondOfPostId = (id: number): number => Math.floor(id / idsPerSecond);

export const timeOfPostId = (id: number): number => secondOfPostId(id) * 1000;
