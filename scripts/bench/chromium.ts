/**
 * Controls Chromium by its own protocol. Browser drivers enable the debugger's runtime domain on every page, for which
 * Chromium reads every script twice; that distorts blocking time.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { findChromium } from '../test/chromium.ts';

const flags = ['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--lang=ru-RU'];
const slowdown = 4;
/** 10 Mbit/s and 40 ms. */
const network = { offline: false, latency: 40, downloadThroughput: 1_250_000, uploadThroughput: 1_250_000 };
const viewport = { width: 1280, height: 800, deviceScaleFactor: 1, mobile: false };

type Message = {
  id?: number;
  result?: Record<string, unknown>;
  error?: { message: string };
  method?: string;
  params?: Record<string, unknown>;
  sessionId?: string;
};
type Listener = (message: Message) => void;

/** In pixels of the window. */
export type Point = { x: number; y: number };
type MouseEventType = 'mouseMoved' | 'mousePressed' | 'mouseReleased';

export type ChromiumPage = {
  /** Opens a URL and waits until the network has been idle for half a second. */
  open: (url: string) => Promise<void>;
  /** Runs a function in the page; it can use only its argument. */
  evaluate: <Argument, T>(act: (argument: Argument) => T | Promise<T>, argument: Argument) => Promise<T>;
  /** Moves the mouse there, or presses or releases its left button. */
  sendMouse: (type: MouseEventType, point: Point) => Promise<void>;
  close: () => Promise<void>;
};

export type Chromium = {
  /** With 4× CPU slowdown, no cache and a slow network. */
  newPage: () => Promise<ChromiumPage>;
  /** Replaces all cookies by those of a Cookie header. */
  setCookies: (url: string, header: string) => Promise<void>;
};

async function connect(url: string) {
  const socket = new WebSocket(url);
  const listeners = new Set<Listener>();
  socket.addEventListener('message', ({ data }) => {
    const message: Message = JSON.parse(data);
    for (const listener of listeners) listener(message);
  });
  await once(socket, 'open');

  const next = (isWanted: (message: Message) => boolean): Promise<Message> =>
    new Promise((resolve) => {
      const listener: Listener = (message) => {
        if (!isWanted(message)) return;
        listeners.delete(listener);
        resolve(message);
      };
      listeners.add(listener);
    });
  let calls = 0;
  async function send(method: string, params: object = {}, sessionId?: string): Promise<Record<string, unknown>> {
    calls += 1;
    const id = calls;
    const answer = next((message) => message.id === id);
    socket.send(JSON.stringify({ id, method, params, sessionId }));
    const { result, error } = await answer;
    if (error) throw new Error(`${method}: ${error.message}`);
    return result ?? {};
  }
  return { next, send };
}

type Connection = Awaited<ReturnType<typeof connect>>;

async function createPage(connection: Connection): Promise<ChromiumPage> {
  const { targetId } = await connection.send('Target.createTarget', { url: 'about:blank' });
  const { sessionId } = await connection.send('Target.attachToTarget', { targetId, flatten: true });
  const send = (method: string, params?: object) => connection.send(method, params, String(sessionId));
  await send('Page.enable');
  await send('Page.setLifecycleEventsEnabled', { enabled: true });
  await send('Emulation.setDeviceMetricsOverride', viewport);
  await send('Network.enable');
  await send('Network.setCacheDisabled', { cacheDisabled: true });
  await send('Network.emulateNetworkConditions', network);
  await send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  return {
    async open(url) {
      const { loaderId } = await send('Page.navigate', { url });
      await connection.next(({ params }) => params?.loaderId === loaderId && params?.name === 'networkIdle');
    },
    async evaluate<Argument, T>(act: (argument: Argument) => T | Promise<T>, argument: Argument) {
      const expression = `(${act})(${JSON.stringify(argument)})`;
      const reply = await send('Runtime.evaluate', { expression, awaitPromise: true, returnByValue: true });
      if (reply.exceptionDetails) throw new Error(JSON.stringify(reply.exceptionDetails));
      return (reply.result as { value: T }).value;
    },
    async sendMouse(type, point) {
      const button = type === 'mouseMoved' ? 'none' : 'left';
      await send('Input.dispatchMouseEvent', { type, ...point, button, clickCount: 1 });
    },
    async close() {
      await connection.send('Target.closeTarget', { targetId });
    },
  };
}

async function readAddress(stderr: NodeJS.ReadableStream): Promise<string> {
  for await (const line of createInterface({ input: stderr })) {
    const [, url] = /listening on (ws:\S+)/.exec(line) ?? [];
    if (url) return url;
  }
  throw new Error('Chromium ended at its start');
}

export async function withChromium<T>(act: (chromium: Chromium) => Promise<T>): Promise<T> {
  const executable = findChromium();
  if (!executable) throw new Error('No Chromium: run npm test once, or set CHROMIUM_PATH');
  const profile = mkdtempSync(path.join(tmpdir(), 'ldvk-bench-'));
  const options = [...flags, '--remote-debugging-port=0', `--user-data-dir=${profile}`, 'about:blank'];
  const child = spawn(executable, options, { stdio: ['ignore', 'ignore', 'pipe'] });
  const exit = once(child, 'exit');
  const connection = await connect(await readAddress(child.stderr));
  try {
    return await act({
      newPage: () => createPage(connection),
      async setCookies(url, header) {
        await connection.send('Storage.clearCookies');
        const pairs = header.split('; ').filter((pair) => pair !== '');
        const cookies = pairs.map((pair) => {
          const at = pair.indexOf('=');
          return { url, name: pair.slice(0, at), value: pair.slice(at + 1) };
        });
        await connection.send('Storage.setCookies', { cookies });
      },
    });
  } finally {
    // A signal would end only Debian's wrapper script, which starts Chromium.
    connection.send('Browser.close');
    await exit;
    rmSync(profile, { recursive: true, force: true });
  }
}
