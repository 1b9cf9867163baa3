/** Signs in by the form of the console. Returns the cookies of the session. */
import type { UserType } from '../../shared/roles.ts';

export async function signIn(url: string, type: UserType, account: Record<string, string>): Promise<string> {
  const response = await fetch(`${url}/login`, {
    method: 'POST',
    headers: { Origin: url },
    body: new URLSearchParams({ type, ...account }),
    redirect: 'manual',
  });
  const lines = response.headers.getSetCookie();
  if (response.status !== 303 || lines.length === 0) throw new Error(`The sign-in returned ${response.status}`);
  return lines.map((line) => line.split(';')[0]).join('; ');
}
