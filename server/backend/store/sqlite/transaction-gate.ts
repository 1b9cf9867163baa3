/**
 * Keeps other calls out of a transaction with asynchronous work: all methods use one connection, so that their statements would
 * become part of it.
 */

type Method = (...values: unknown[]) => Promise<unknown>;

export type TransactionGate = ReturnType<typeof createTransactionGate>;

export function createTransactionGate() {
  /** The end of the last transaction that was asked for; null when all have ended. */
  let last: Promise<void> | null = null;

  return {
    /** Runs the work after the transactions before it. */
    async run<T>(work: () => Promise<T>): Promise<T> {
      const previous = last;
      const { promise: end, resolve } = Promise.withResolvers<void>();
      last = end;
      await previous;
      try {
        return await work();
      } finally {
        if (last === end) last = null;
        resolve();
      }
    },
    /** Runs the work, which is not asynchronous, when no transaction is under way. */
    async whenFree<T>(work: () => T): Promise<T> {
      while (last !== null) await last;
      return work();
    },
    /** Returns the same methods, which wait while a transaction is under way. */
    guard<Resource extends object>(methods: Resource): Resource {
      const guarded = Object.entries<Method>({ ...methods } as Record<string, Method>).map(([name, method]) => [
        name,
        async (...values: unknown[]) => {
          while (last !== null) await last;
          return method(...values);
        },
      ]);
      return Object.fromEntries(guarded);
    },
  };
}
