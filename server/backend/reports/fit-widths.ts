/** Widths of the columns of a table, in the unit of `whole`: wide columns give way until all fit; else all grow alike. */
export function fitWidths(wanted: readonly number[], whole: number): number[] {
  const sum = wanted.reduce((total, width) => total + width, 0);
  if (sum <= whole) return wanted.map((width) => (width * whole) / sum);
  let [low, high] = [0, whole];
  while (high - low > 0.5) {
    const middle = (low + high) / 2;
    const fits = wanted.reduce((total, width) => total + Math.min(width, middle), 0) <= whole;
    if (fits) low = middle;
    else high = middle;
  }
  return wanted.map((width) => Math.min(width, low));
}
