/** The city of a post as one number, for filters, addresses, packed columns and rankings, which have no null. */
import * as messages from '../messages.ts';

const none = 0;

export const cityCode = {
  /** The code of posts without a city. The codes of others are the IDs of their cities. */
  none,
  of: (cityId: number | null): number => cityId ?? none,
  /** Null: posts without a city. */
  toId: (code: number): number | null => (code === none ? null : code),
  /** The name of a code that is no ID; null for an ID. */
  nameOf: (code: number | null): string | null => (code === none ? messages.cityNotGiven : null),
  /** The code that a name of `nameOf` stands for where people enter a city; null for the name of a city. */
  ofName: (name: string): number | null => (name === messages.cityNotGiven ? none : null),
} as const;
