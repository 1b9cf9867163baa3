/** Moves the places of labels on an axis apart, so that they do not overlap. */

/** Returns the places in the given order, at least `distance` apart and between 0 and `end`, as near as possible to theirs. */
export function spreadPlaces(places: readonly number[], distance: number, end: number): number[] {
  const order = places.map((_, index) => index).sort((a, b) => (places[a] ?? 0) - (places[b] ?? 0));
  const spread = [...places];
  let least = 0;
  for (const index of order) {
    spread[index] = Math.max(least, spread[index] ?? 0);
    least = (spread[index] ?? 0) + distance;
  }
  let most = end;
  for (const index of order.reverse()) {
    spread[index] = Math.min(most, spread[index] ?? 0);
    most = (spread[index] ?? 0) - distance;
  }
  return spread;
}
