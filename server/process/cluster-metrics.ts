/** /metrics with WEB_CONCURRENCY: any of the console processes answers for all of them. */
import cluster from 'node:cluster';
import { on } from 'node:events';
import type { Logger } from 'pino';
import { AggregatorRegistry, type Registry } from 'prom-client';

/** Less than a scrape waits for. */
const answerMs = 3000;

const question = 'metrics';
type Answer = { metrics: string };

const isAnswer = (message: unknown): message is Answer =>
  typeof message === 'object' && message !== null && 'metrics' in message && typeof message.metrics === 'string';

/** In the primary process, which can reach all others: collects their metrics for the process that asks. */
export function collectMetrics(logger: Logger) {
  const all = new AggregatorRegistry();
  cluster.on('message', async (worker, message) => {
    if (message !== question) return;
    try {
      const answer: Answer = { metrics: await all.clusterMetrics() };
      if (worker.isConnected()) worker.send(answer);
    } catch (error) {
      logger.warn({ reason: (error as Error).message }, 'a console process did not report its metrics');
    }
  });
}

async function ask(): Promise<string> {
  const messages = on(process, 'message', { signal: AbortSignal.timeout(answerMs) });
  process.send?.(question);
  for await (const [message] of messages) if (isAnswer(message)) return message.metrics;
  throw new Error('The primary process has ended');
}

/** In a console process: reports its registry to the primary process. Returns a function that requests all metrics. */
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
