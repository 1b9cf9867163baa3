/** A call of the backend with the visitor's cookies. */
export async function load<T>(request: Request, path: string): Promise<T> {
  const reply = await fetch(process.env.API_URL + path, { headers: { cookie: request.headers.get('cookie') ?? '' } });
  if (!reply.ok) throw new Error(`The backend answered ${reply.status}`);
  return reply.json();
}
