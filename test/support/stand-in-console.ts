/** A console in front of a stand-in backend, for the tests of a file or describe. */
import { startConsoleInFrontOf } from './console-process.ts';
import type { Environment, ServerProcess } from './server-process.ts';
import { type StandIn, startStandIn } from './stand-in-backend.ts';

type Options = {
  environment?: Environment;
  /** Sets up the backend before the console starts. */
  prepare?: (backend: StandIn) => void;
};

/** The objects are filled before the tests run. */
export type StandInConsole = { backend: StandIn; server: Pick<ServerProcess, 'url' | 'port'> };

/** Call it at the top of a file or describe. */
export function startStandInConsole({ environment, prepare }: Options = {}): StandInConsole {
  const backend = {} as StandIn;
  const server = { url: '', port: 0 };
  let running: ServerProcess | null = null;
  beforeAll(async () => {
    Object.assign(backend, await startStandIn());
    prepare?.(backend);
    running = await startConsoleInFrontOf(backend.url, environment);
    Object.assign(server, { url: running.url, port: running.port });
  });
  afterAll(async () => {
    await running?.stop();
    await backend.close?.();
  });
  return { backend, server };
}
