/** The ages of a post, in hours, at which its figures are compared with those of other posts. */
export const measureAges = [1, 6, 24, 72, 168] as const;

export type MeasureAge = (typeof measureAges)[number];

/** With one decimal, cut off, not rounded; whole from 10 on. */
export const shownRatio = (ratio: number): number => (ratio >= 10 ? Math.floor(ratio) : Math.floor(ratio * 10) / 10);
