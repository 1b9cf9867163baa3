/** Stops the server of postgres-setup.ts. */
export default async function stopServer(): Promise<void> {
  await (globalThis as { stopTestPostgres?: () => Promise<void> }).stopTestPostgres?.();
}
