/** The value that this part of ascending times does not exceed. NaN without times. */
export const quantile = (times: readonly number[], part: number): number =>
  times[Math.min(times.length - 1, Math.floor(times.length * part))] ?? Number.NaN;
