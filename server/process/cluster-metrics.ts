/** /metrics of several console processes: whichever is asked, its answer counts for all (setting WEB_CONCURRENCY). */
import cluster from 'node:cluster';
import { on } from 'node:events';
import type { Logger } from 'pino';
import { AggregatorRegistry, type Registry } from 'prom-client';

/** Less than a scrape waits for; a process that cannot answer in this time is not well. */
const answerMs = 3000;

const question = 'metrics';
type Answer = { metrics: string };

const isAnswer = (message: unknown): message is Answer =>
  typeof message === 'object' && message !== null && 'metrics' in message && typeof message.metrics === 'string';

/** In the first process, which alone reaches all others: gathers their metrics for the one that asks. */
export function gatherMetrics(logger: Logger) {
  const all = new AggregatorRegistry();
  cluster.on('message', async (worker, message) => {
    if (message !== question) return;
    try {
      const answer: Answer = { metrics: await all.clusterMetrics() };
      if (worker.isConnected()) worker.send(answer);
    } catch (error) {
      logger.warn({ reason: (error as Error).message }, 'not every console process gave its metrics');
    }
  });
}

async function ask(): Promise<string> {
  const messages = on(process, 'message', { signal: AbortSignal.timeout(answerMs) });
  process.send?.(question);
  for await (const [message] of messages) if (isAnswer(message)) return message.metrics;
  throw new Error('The first process has gone');
}

/** In each of the others: gives its registry to the first process when asked, and asks that for the metrics of all. */
export function shareMetrics(register: Registry): () => Promise<string> {
  AggregatorRegistry.setRegistries(register);
  new AggregatorRegistry();
  let asked: Promise<string> | null = null;
  return () => {
    asked ??= ask().finally(() => {
      asked = null;
    });
    return asked;
  };
}
