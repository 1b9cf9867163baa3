/** Mixed load: requests pages and calls in turn over kept connections and counts the responses. */
import { Agent, get } from 'node:http';

/** Requests of an administrator's screens. */
const addresses = [
  '/ldvknf/posts',
  '/ldvknf/words',
  '/ldvknf/owners',
  '/ldserver/clients',
  '/profile',
  '/ldvknf/posts?text=%D0%BC%D0%B5%D1%82%D1%80%D0%BE',
  '/api/v1/vknf/posts/details?limit=20&offset=40&orderBy=post_dt&orderDirection=DESC',
  '/api/v1/vknf/posts/count?text=%D1%80%D0%B5%D0%BC%D0%BE%D0%BD%D1%82',
  '/api/v1/vknf/words/paginated?limit=100&offset=0&orderBy=word_id&orderDirection=DESC',
  '/api/v1/vknf/owners/details?limit=20&offset=0&orderBy=owner_id&orderDirection=ASC',
  '/api/v1/server/clients',
  '/api/v1/vknf/cities/search?q=%D0%BC%D0%BE%D1%81',
];

/** Responses by status; 0 counts aborted ones. */
export type Outcome = Map<number, number>;

const ask = (agent: Agent, url: string, cookie: string): Promise<number> =>
  new Promise((resolve) => {
    get(url, { agent, headers: { cookie, 'accept-encoding': 'gzip' } }, (reply) => {
      reply.resume().on('end', () => resolve(reply.statusCode ?? 0));
      reply.on('error', () => resolve(0));
    }).on('error', () => resolve(0));
  });

/** Sends requests while `goesOn`, called with the number of requests made, returns true. */
export async function runMixedLoad(
  { url, cookie, connections }: { url: string; cookie: string; connections: number },
  goesOn: (made: number) => boolean,
): Promise<Outcome> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const outcome: Outcome = new Map();
  let made = 0;
  const visit = async () => {
    while (goesOn(made)) {
      const address = addresses[made % addresses.length];
      made += 1;
      const status = await ask(agent, `${url}${address}`, cookie);
      outcome.set(status, (outcome.get(status) ?? 0) + 1);
    }
  };
  await Promise.all(Array.from({ length: connections }, visit));
  agent.destroy();
  return outcome;
}
