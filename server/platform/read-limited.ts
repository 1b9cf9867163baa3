/** Reads the body of a `fetch` reply as text. Null when it is larger than `maxBytes`; the rest is not read. */
export async function readLimited({ body }: Response, maxBytes: number): Promise<string | null> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body ?? []) {
    bytes += chunk.length;
    // Leaving the loop cancels the body.
    if (bytes > maxBytes) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}
