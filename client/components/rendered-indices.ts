/** Which rows a virtualised table renders. */

/** The indices to render, in order; the row with the active cell stands also out of sight, so that keys go on from it. */
export function renderedIndices(start: number, stop: number, active: number, count: number): number[] {
  const indices = Array.from({ length: stop - start + 1 }, (_, index) => start + index);
  if (active >= count || (active >= start && active <= stop)) return indices;
  return active < start ? [active, ...indices] : [...indices, active];
}
