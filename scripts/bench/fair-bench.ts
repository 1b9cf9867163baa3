import { parseArgs } from 'node:util';
import { demoAccounts } from '../../server/backend/demo/fill-demo.ts';
import { apiBase } from '../../shared/api/call.ts';
import { pathOf } from '../../shared/routes.ts';
import { buildIfChanged } from '../build.ts';
import { prepareFolder } from './backend-bench.ts';
import { quantile } from './quantile.ts';
import { startEmbeddedConsole } from './servers.ts';
import { signIn } from './sign-in.ts';
import { printTable } from './table.ts';
import { createSender } from './timed-requests.ts';

const warmUps = 5;
const pagesPerRound = 30;
/** Calls of the greedy client at the same time. */
const loads = [0, 8, 40];
/** At most so many times as long as alone. */
const targets = { p50: 1.5, p95: 2 };

const large = `${apiBase}/vknf/posts/details?limit=1000`;

/** Keeps `parallel` calls under way until it is stopped. Returns the numbers of replies and of refusals. */
function startGreedy(url: string, cookie: string, parallel: number) {
  let stopped = false;
  let [replies, refused] = [0, 0];
  const senders = Array.from({ length: parallel }, () => createSender(url, cookie));
  const repeat = async ({ send }: (typeof senders)[number]) => {
    while (!stopped) {
      try {
        await send({ path: large });
        replies += 1;
      } catch {
        refused += 1;
      }
    }
  };
  const running = Promise.allSettled(senders.map(repeat));
  return async () => {
    stopped = true;
    const counts = { replies, refused };
    for (const { close } of senders) close();
    await running;
    return counts;
  };
}

async function timePages(url: string, cookie: string, count: number): Promise<number[]> {
  const { send, close } = createSender(url, cookie);
  const times: number[] = [];
  for (let run = -warmUps; run < count; run += 1) {
    const { ms } = await send({ path: pathOf('posts') });
    if (run >= 0) times.push(ms);
  }
  close();
  return times;
}

/** Rounds take turns, so that another load of the machine is on all of them. Prints a Markdown table. */
export async function benchFairness(posts = 100_000, rounds = 5): Promise<void> {
  await buildIfChanged({ mode: 'production' });
  const { admin, clients } = demoAccounts;
  const server = await startEmbeddedConsole(await prepareFolder(posts));
  try {
    const [greedy, other] = [await signIn(server.url, 'admin', admin), await signIn(server.url, 'client', clients[0])];
    const figures = loads.map((parallel) => ({ parallel, times: [] as number[], replies: 0, refused: 0 }));
    for (let round = 0; round < rounds; round += 1) {
      for (const figure of figures) {
        const stop = startGreedy(server.url, greedy, figure.parallel);
        figure.times.push(...(await timePages(server.url, other, pagesPerRound)));
        const { replies, refused } = await stop();
        figure.replies += replies;
        figure.refused += refused;
      }
    }
    const sorted = figures.map(({ times, ...rest }) => ({ ...rest, times: times.toSorted((a, b) => a - b) }));
    const alone = sorted[0]?.times ?? [];
    const describe = (times: number[], part: number, target: number) => {
      const ratio = quantile(times, part) / quantile(alone, part);
      return `${quantile(times, part).toFixed(0)} (${ratio.toFixed(2)}×${ratio > target ? ', over' : ''})`;
    };
    printTable(
      ['large calls at once', 'feed page p50, ms', 'p95, ms', 'large replies', 'refused'],
      sorted.map(({ parallel, times, replies, refused }) => [
        String(parallel),
        describe(times, 0.5, targets.p50),
        describe(times, 0.95, targets.p95),
        String(replies),
        String(refused),
      ]),
    );
  } finally {
    await server.stop();
  }
}

if (import.meta.main) {
  const { values } = parseArgs({ options: { posts: { type: 'string' }, rounds: { type: 'string' } } });
  const numberOf = (text: string | undefined) => (text === undefined ? undefined : Number(text));
  await benchFairness(numberOf(values.posts), numberOf(values.rounds));
}
