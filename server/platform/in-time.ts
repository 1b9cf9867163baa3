/** Rejects with the error when the work has not ended in time. Does not cancel the work. */
export async function inTime<T>(work: Promise<T>, ms: number, error: Error): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(reject, ms, error);
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
