/** Replaces `dequal` in SWR, whose only use is a default that every island overrides (island-context.tsx, `compare`). */
export const dequal = Object.is;
