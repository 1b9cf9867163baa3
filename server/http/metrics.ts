/** `/metrics` for Prometheus (setting METRICS): requests, backend calls, page stages and process metrics. */
import { type RequestHandler, Router } from 'express';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { type BackendClient, BackendError } from '../backend-link/backend-client.ts';
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

/** Asks at each scrape, because an outage may cause no other call. */
const addReadiness = (register: Registry, apiUrl: string): Gauge =>
  new Gauge({
    name: 'console_ready',
    help: '1 if the backend and its database can be used, as /readyz says; else 0',
    registers: [register],
    async collect() {
      this.set(Number(await isReady(apiUrl)));
    },
  });

/** `backendMetrics`: the embedded backend's metrics, if it runs in this process. */
export function createMetrics(apiUrl: string, backendMetrics: Registry) {
  const register = new Registry();
  collectDefaultMetrics({ register });
  addFaults(register, 'console', () => faultCounts);
  new Gauge({
    name: 'console_build_info',
    help: '1, with the version of the program',
    labelNames: ['version'],
    registers: [register],
  }).set({ version }, 1);
  addReadiness(register, apiUrl);
  const { requests, stages, calls } = createHistograms(register);

  const routes = Router();
  routes.get('/metrics', async (request, response, next) => {
    // Metrics are internal: requests through a reverse proxy come from outside.
    if (forwardingHeaders.some((name) => request.headers[name] !== undefined)) return next();
    const parts = await Promise.all([register.metrics(), backendMetrics.metrics()]);
    response.type(register.contentType).set('Cache-Control', 'no-store').send(parts.join(''));
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
