/** A call of the backend with the visitor's cookies. */
import { cookies } from 'next/headers';

export async function load<T>(path: string): Promise<T> {
  const headers = { cookie: (await cookies()).toString() };
  const reply = await fetch(process.env.API_URL + path, { headers, cache: 'no-store' });
  if (!reply.ok) throw new Error(`The backend answered ${reply.status}`);
  return reply.json();
}
