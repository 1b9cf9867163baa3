/** `/metrics` with WEB_CONCURRENCY: every console process reports the metrics of all of them. */
import cluster from 'node:cluster';
import { on } from 'node:events';
import type { Logger } from 'pino';
import { AggregatorRegistry, type Registry } from 'prom-client';

/** Shorter than the timeout of a scrape. */
const replyTimeoutMs = 3000;

const requestMessage = 'metrics';
type Reply = { metrics: string };

const isReply = (message: unknown): message is Reply =>
  typeof message === 'object' && message !== null && 'metrics' in message && typeof message.metrics === 'string';

/** In the primary process: answers requests of console processes with the metrics of all of them and of the backend. */
export function collectMetrics(backendMetrics: Registry, logger: Logger) {
  const all = new AggregatorRegistry();
  cluster.on('message', async (worker, message) => {
    if (message !== requestMessage) return;
    try {
      const metrics = await Promise.all([all.clusterMetrics(), backendMetrics.metrics()]);
      const reply: Reply = { metrics: metrics.join('') };
      if (worker.isConnected()) worker.send(reply);
    } catch (error) {
      logger.warn({ reason: (error as Error).message }, 'a console process did not report its metrics');
    }
  });
}

async function requestMetrics(): Promise<string> {
  const messages = on(process, 'message', { signal: AbortSignal.timeout(replyTimeoutMs) });
  process.send?.(requestMessage);
  for await (const [message] of messages) if (isReply(message)) return message.metrics;
  throw new Error('The primary process sent no metrics');
}

/** In a console process: reports its registries to the primary process. Returns a function that requests all metrics. */
export function shareMetrics(registers: Registry[]): () => Promise<string> {
  AggregatorRegistry.setRegistries(registers);
  new AggregatorRegistry();
  let pending: Promise<string> | null = null;
  return () => {
    pending ??= requestMetrics().finally(() => {
      pending = null;
    });
    return pending;
  };
}
