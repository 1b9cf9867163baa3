/** Starts the provider of oidc-provider-child.ts in a separate process, and goes through its sign-in as a browser does. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';

/**
 * `groups` by login: an account without an entry does not exist; 'absent': without the claim; 'elsewhere': the claim is said to
 * be at another address. `subject`: of every ID token instead of the login.
 */
export type ProviderState = {
  user: string;
  denies: boolean;
  groups: Record<string, readonly string[] | 'absent' | 'elsewhere'>;
  subject: string | null;
};

export type OidcProvider = {
  url: string;
  set(state: Partial<ProviderState>): Promise<void>;
  /** Follows the provider's redirects from `url` to the callback of the console, and returns its path with the query. */
  visit(url: string): Promise<string>;
  /** Restarts the process with new keys. */
  restart(): Promise<void>;
  /** Stops all answers until `resume`. */
  pause(): void;
  resume(): void;
  stop(): Promise<void>;
};

export async function startOidcProvider(publicUrl: string, env: Record<string, string> = {}): Promise<OidcProvider> {
  let child: ChildProcess;
  let port = 0;
  const state: ProviderState = { user: 'anna', denies: false, groups: {}, subject: null };

  async function send() {
    child.send(state);
    await once(child, 'message');
  }
  async function start() {
    child = fork(path.join(import.meta.dirname, 'oidc-provider-child.ts'), {
      env: { ...process.env, NODE_OPTIONS: '', PORT: String(port), PUBLIC_URL: publicUrl, ...env },
      execArgv: [],
      silent: true,
    });
    const [ready] = await once(child, 'message');
    ({ port } = ready as { port: number });
    await send();
  }
  async function stop() {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  }

  await start();
  return {
    url: `http://127.0.0.1:${port}`,
    async set(changes) {
      Object.assign(state, changes);
      await send();
    },
    async visit(url) {
      const cookies = new Map<string, string>();
      let target = url;
      while (!target.startsWith(publicUrl)) {
        const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
        const response = await fetch(target, { redirect: 'manual', headers: { cookie } });
        for (const line of response.headers.getSetCookie()) {
          const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
          cookies.set(name, value);
        }
        const location = response.headers.get('location');
        if (location === null) throw new Error(`${target}: ${response.status} ${await response.text()}`);
        target = new URL(location, target).href;
      }
      return target.slice(publicUrl.length);
    },
    async restart() {
      await stop();
      await start();
    },
    pause: () => child.kill('SIGSTOP'),
    resume: () => child.kill('SIGCONT'),
    stop,
  };
}
