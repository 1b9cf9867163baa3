/** Replaces `dequal` in SWR, whose only use is a default that every island overrides (island-root.tsx, `compare`). */
export const dequal = Object.is;
