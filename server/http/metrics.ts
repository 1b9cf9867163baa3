/** `/metrics` for Prometheus (setting METRICS): requests, backend calls, page stages and process metrics. */
import cluster from 'node:cluster';
import { on } from 'node:events';
import { type RequestHandler, Router } from 'express';
import type { Logger } from 'pino';
import { AggregatorRegistry, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import * as messages from '../../shared/messages.ts';
import { type BackendClient, BackendError } from '../backend-link/backend-client.ts';
import { AppError } from '../platform/app-error.ts';
import { faultCounts } from '../platform/fault-counts.ts';
import { version } from '../platform/version.ts';
import { addFaults } from './backend-metrics.ts';
import { isReady } from './health.ts';
import { isAsset, isProbe } from './middleware.ts';

const forwardingHeaders = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip'];

const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 20];

/**
 * The label `kind` instead of the path, because the number of paths is unbounded. Probes are separate: they would lower the
 * page times.
 */
function kindOf(path: string): string {
  if (/\/api\/v1(\/|$)/.test(path)) return 'api';
  if (isAsset(path)) return 'asset';
  return isProbe(path) ? 'probe' : 'page';
}

function createHistograms(register: Registry) {
  const histogram = <Label extends string>(name: string, help: string, labelNames: Label[]) =>
    new Histogram({ name, help, labelNames, buckets, registers: [register] });
  return {
    requests: histogram(
      'console_request_duration_seconds',
      'Duration of requests, until the response is closed; kind: page, api, asset or probe',
      ['kind', 'method', 'status'],
    ),
    stages: histogram(
      'console_page_stage_duration_seconds',
      'Duration of page stages: guard, load (backend calls) and render',
      ['stage'],
    ),
    calls: histogram(
      'console_backend_call_duration_seconds',
      'Duration of backend calls; outcome: ok, refused, fault, timeout, unavailable or unreadable',
      ['outcome'],
    ),
  };
}

/** Asks at each scrape, because an outage may cause no other call. The worst of several processes counts. */
const addReadiness = (register: Registry, apiUrl: string): Gauge =>
  new Gauge({
    name: 'console_ready',
    help: '1 if the backend and its database can be used, as /readyz says; else 0',
    registers: [register],
    aggregator: 'min',
    async collect() {
      this.set(Number(await isReady(apiUrl)));
    },
  });

/** `backendMetrics`: of the embedded backend, if it runs in this process. */
export function createMetrics(apiUrl: string, backendMetrics: Registry) {
  const register = new Registry();
  collectDefaultMetrics({ register });
  addFaults(register, 'console', () => faultCounts);
  new Gauge({
    name: 'console_build_info',
    help: '1, with the version of the program',
    labelNames: ['version'],
    registers: [register],
    aggregator: 'max',
  }).set({ version }, 1);
  addReadiness(register, apiUrl);
  const { requests, stages, calls } = createHistograms(register);

  const readOwn = async () => (await Promise.all([register.metrics(), backendMetrics.metrics()])).join('');
  const readAll = cluster.isWorker ? shareMetrics([register, backendMetrics]) : readOwn;
  const routes = Router();
  routes.get('/metrics', async (request, response, next) => {
    // Metrics are internal: requests through a reverse proxy come from outside.
    if (forwardingHeaders.some((name) => request.headers[name] !== undefined)) return next();
    const text = await readAll().catch((cause: unknown) => {
      throw new AppError(503, messages.unexpected, { cause });
    });
    response.type(register.contentType).set('Cache-Control', 'no-store').send(text);
  });

  return {
    routes,
    /** Wraps the client to record the console's own calls. */
    measureBackend: (client: BackendClient): BackendClient => ({
      async send(call, caller, signal) {
        const stop = calls.startTimer();
        try {
          const reply = await client.send(call, caller, signal);
          stop({ outcome: 'ok' });
          return reply;
        } catch (error) {
          // The end of a call that was aborted says nothing about the backend.
          if (!signal?.aborted) stop({ outcome: error instanceof BackendError ? error.outcome : 'unavailable' });
          throw error;
        }
      },
    }),
    /** Records calls of visitors that reach the backend. */
    measureProxied: ((_request, response, next) => {
      const stop = calls.startTimer();
      response.on('close', () => {
        const { backendOutcome: outcome } = response.locals.requestContext;
        if (outcome !== null) stop({ outcome });
      });
      next();
    }) satisfies RequestHandler,
    measure: ((request, response, next) => {
      const stop = requests.startTimer({ kind: kindOf(request.path), method: request.method });
      response.on('close', () => {
        stop({ status: response.statusCode });
        for (const [stage, milliseconds] of Object.entries(response.locals.requestContext.timings)) {
          stages.observe({ stage }, milliseconds / 1000);
        }
      });
      next();
    }) satisfies RequestHandler,
  };
}

/** Shorter than the timeout of a scrape. */
const replyTimeoutMs = 3000;

const requestMessage = 'metrics';
type MetricsReply = { metrics: string };

const isReply = (message: unknown): message is MetricsReply =>
  typeof message === 'object' && message !== null && 'metrics' in message && typeof message.metrics === 'string';

type MetricObject = ReturnType<Registry['getMetricsAsArray']>[number];

/** The reply of a console process to the registry of all processes. Each part is a list of metrics. */
type ProcessReport = { type: 'prom-client:getMetricsRes'; metrics?: MetricObject[][] };

const isReport = (message: unknown): message is ProcessReport =>
  typeof message === 'object' && message !== null && 'type' in message && message.type === 'prom-client:getMetricsRes';

/** Metrics that only grow. The values of a process that has ended still count, or sums would fall. */
const isTotal = ({ type }: MetricObject): boolean => ['counter', 'histogram'].includes(String(type));

/** Returns a function that reads the metrics of all console processes, including the last totals of ended ones. */
function readProcesses(): () => Promise<string> {
  const all = new AggregatorRegistry();
  const reports = new Map<number, MetricObject[][]>();
  let ended: MetricObject[] = [];
  cluster.on('message', ({ id }, message) => {
    if (isReport(message) && message.metrics) reports.set(id, message.metrics);
  });
  cluster.on('exit', ({ id }) => {
    const last = reports.get(id)?.flat().filter(isTotal) ?? [];
    reports.delete(id);
    ended = AggregatorRegistry.aggregate([ended, last]).getMetricsAsArray();
  });
  return async () => {
    await all.clusterMetrics();
    return AggregatorRegistry.aggregate([...[...reports.values()].flat(), ended]).metrics();
  };
}

/**
 * Runs in the primary process with WEB_CONCURRENCY: answers console processes with the metrics of all processes and of the
 * backend.
 */
export function collectMetrics(backendMetrics: Registry, logger: Logger) {
  const read = readProcesses();
  const own = new Registry();
  addFaults(own, 'cluster', () => faultCounts);
  cluster.on('message', async (worker, message) => {
    if (message !== requestMessage) return;
    try {
      const metrics = await Promise.all([read(), backendMetrics.metrics(), own.metrics()]);
      const reply: MetricsReply = { metrics: metrics.join('') };
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

/** Runs in a console process: reports its registries to the primary process. Returns a function that requests all metrics. */
function shareMetrics(registers: Registry[]): () => Promise<string> {
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
