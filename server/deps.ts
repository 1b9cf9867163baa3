/** Dependencies of the console. `main.ts` and `createApp` create them once; handlers get them from the request context. */
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import type { BackendClient } from './backend-link/backend-client.ts';
import type { BackendCapabilities } from './backend-link/capabilities.ts';
import type { RunningExports } from './export/running-exports.ts';
import type { Config } from './platform/settings.ts';
import type { Assets } from './render/assets.ts';
import type { LoginLimit } from './session/login-limit.ts';
import type { Refresher } from './session/refresher.ts';

export type Deps = {
  config: Config;
  /** Origin of the backend, existing or embedded, without a path. */
  apiUrl: string;
  /** At least one. The first signs cookies, all verify them. */
  sessionSecrets: string[];
  logger: Logger;
  assets: Assets;
  /** Metrics of the embedded backend; empty when it does not run in this process. */
  backendMetrics: Registry;
  now: () => number;
};

/** `Deps` and the objects that `createApp` creates. */
export type AppDeps = Deps & {
  backendClient: BackendClient;
  capabilities: BackendCapabilities;
  refresher: Refresher;
  loginLimit: LoginLimit;
  exports: RunningExports;
};
