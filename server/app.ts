/** Builds the console's Express app: its middleware in order. Does not listen. */
import path from 'node:path';
import cookieParser from 'cookie-parser';
import express, { type Express, Router } from 'express';
import { apiBase } from '../shared/api/call.ts';
import { atomRoutes } from './atom/atom-routes.ts';
import { createBackendClient } from './backend-link/backend-client.ts';
import { createCapabilities } from './backend-link/capabilities.ts';
import { proxyToBackend } from './backend-link/proxy.ts';
import type { AppDeps, Deps } from './deps.ts';
import { handleErrors } from './error-handler.tsx';
import { createRunningExports } from './export/running-exports.ts';
import { healthRoutes } from './http/health.ts';
import { createMetrics } from './http/metrics.ts';
import { noStore } from './http/no-store.ts';
import { requireOneHost } from './http/one-host.ts';
import { requestLog } from './http/request-log.ts';
import { requireSameOrigin } from './http/same-origin.ts';
import { securityHeaders } from './http/security-headers.ts';
import { serveAssets } from './http/serve-assets.ts';
import { notFound, pageRoutes } from './pages/page-routes.tsx';
import { sessionFormRoutes } from './pages/session-form-routes.ts';
import { createContext } from './request-context.ts';
import { sessionApiRoutes } from './session/api-routes.ts';
import { identifyViewer } from './session/identify-viewer.ts';
import { createLoginLimit, noLoginLimit } from './session/login-limit.ts';
import { createRefresher } from './session/refresher.ts';

export function createApp(base: Deps): Express {
  const { config } = base;
  const metrics = config.METRICS ? createMetrics(base.backendMetrics) : null;
  const client = createBackendClient(base.apiUrl, config.API_TIMEOUT_MS);
  const backendClient = metrics?.measureBackend(client) ?? client;
  const loginLimit = config.API_URL === null ? noLoginLimit : createLoginLimit(base.now);
  const deps: AppDeps = {
    ...base,
    backendClient,
    capabilities: createCapabilities(backendClient, base.now),
    refresher: createRefresher(backendClient),
    loginLimit,
    exports: createRunningExports(),
  };

  const app = express();
  // Otherwise Express reads NODE_ENV itself and could send the stack trace of an error in the error handler.
  app.set('env', config.NODE_ENV).disable('x-powered-by').disable('etag');
  app.set('trust proxy', config.TRUST_PROXY).set('query parser', 'simple');
  app.use(createContext(deps), requestLog, securityHeaders);
  app.use(cookieParser(base.sessionSecrets), identifyViewer);

  const site = Router();
  if (metrics) {
    app.use(metrics.measure);
    site.use(metrics.routes);
  }
  app.use(healthRoutes(base.apiUrl));
  if (config.BASE_PATH !== '') site.use(healthRoutes(base.apiUrl));
  if (base.assets.folder !== null) {
    site.use('/assets', serveAssets(path.join(base.assets.folder, 'assets')));
    site.get(['/favicon.svg', '/favicon.ico'], (_request, response) =>
      response.sendFile('favicon.svg', { root: base.assets.folder ?? '', maxAge: '1d' }),
    );
  }
  site.use(noStore, requireOneHost, requireSameOrigin);
  site.use(apiBase, sessionApiRoutes(), proxyToBackend(deps));
  site.use(atomRoutes(), sessionFormRoutes(), pageRoutes(deps));

  app.use(config.BASE_PATH || '/', site);
  app.use(notFound, handleErrors);
  return app;
}
