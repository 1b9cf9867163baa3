/** Creates the ID of a bulk change. Unlike `crypto.randomUUID`, it also works over plain HTTP. */
export const createBatchId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
