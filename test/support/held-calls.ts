/** Holds calls before their transactions, for tests of what others change before it. */
import type { Store } from '../../server/backend/store/store.ts';

export type HeldTransaction = { reached: Promise<void>; release(): void };

/** Holds the next transaction of several steps that a call requests, until `release`. `reached` resolves with the request. */
function holdNext(store: Pick<Store, 'transaction'>): HeldTransaction {
  const { transaction } = store;
  const [reached, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  store.transaction = async (work) => {
    store.transaction = transaction;
    reached.resolve();
    await released.promise;
    return transaction(work);
  };
  return { reached: reached.promise, release: () => released.resolve() };
}

/** Makes the call, and does `interrupt` before the transaction of the call takes its turn. */
export async function whileHeld<T>(
  store: Store,
  call: () => Promise<T>,
  interrupt: () => Promise<unknown>,
): Promise<T> {
  const held = holdNext(store);
  const reply = call();
  // A call that is refused before its transaction is not held.
  await Promise.race([held.reached, reply]);
  await interrupt();
  held.release();
  return reply;
}
