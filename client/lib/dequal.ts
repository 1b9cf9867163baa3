/**
 * Replaces the package `dequal`, which SWR uses only for a default that every island overrides (`compare` in island-root.tsx).
 */
export const dequal = Object.is;
