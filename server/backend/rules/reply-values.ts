/** Values of replies. */
import type { Nullable } from '../../../shared/read.ts';

/** In the format of the Go backend (docs/product.md, section 3). */
export const toNullable = (value: string | null): Nullable => ({ String: value ?? '', Valid: value !== null });

/** Milliseconds as RFC 3339. */
export const toTime = (milliseconds: number): string => new Date(milliseconds).toISOString();
export const toTimeOrNull = (milliseconds: number | null): string | null =>
  milliseconds === null ? null : toTime(milliseconds);
