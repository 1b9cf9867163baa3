/** An HTTP server on loopback that answers like the VK API about the posts of a world, intact or with faults. */

import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { createRandom, hashText } from '../demo/world/random.ts';
import { createAnswers, type Limits } from './answer-call.ts';
import { type Call, createFaultScript, isAnswerFault, readCall, type TransportFault } from './read-call.ts';
import { createPostsWorld, type World } from './world.ts';

const jsonType = 'application/json; charset=utf-8';

const htmlPage = (status: number): string =>
  `<html>\r\n<head><title>${status}</title></head>\r\n<body><center><h1>${status}</h1></center></body>\r\n</html>`;

/** `released`: resolves when a slow body may end. */
async function sendAnswer(
  response: ServerResponse,
  body: string,
  fault: TransportFault | null,
  released: Promise<void>,
): Promise<void> {
  if (fault === null) {
    response.writeHead(200, { 'Content-Type': jsonType }).end(body);
  } else if (fault === 'reset') {
    response.socket?.resetAndDestroy();
  } else if (typeof fault === 'object') {
    response.writeHead(fault.status, { 'Content-Type': 'text/html' }).end(htmlPage(fault.status));
  } else {
    const bytes = Buffer.from(body);
    const half = Math.ceil(bytes.length / 2);
    response.writeHead(200, { 'Content-Type': jsonType, 'Content-Length': bytes.length });
    await new Promise((resolve) => response.write(bytes.subarray(0, half), resolve));
    if (fault === 'cut-body') {
      response.destroy();
      return;
    }
    await released;
    response.end(bytes.subarray(half));
  }
}

export type ServerOptions = {
  /** 0 selects a free port. */
  port?: number;
  /** The clock in milliseconds. */
  now?: () => number;
  /** Keys that are accepted. The default is `service-key`. */
  keys?: readonly string[];
  /** The defaults are the limits of VK: 3 calls a second and 1,000 a day. */
  limits?: Partial<Limits>;
  /** The minimum duration of a call. */
  delayMs?: number;
  /** Called before each answer, for example to add posts between two pages. */
  onCall?: (call: Call) => void;
  /** Answers a request that is not for VK and returns true. */
  servePage?: (request: IncomingMessage, response: ServerResponse) => boolean;
};

/** The maximum number of remembered calls. It is limited because a demo may run for days. */
const callsKept = 10_000;

/** Houses under the sun as SVG, always the same for a name. */
function drawPicture(name: string): string {
  const random = createRandom(hashText(name));
  const hue = random.int(360);
  const houses = Array.from({ length: 8 }, (_, index) => {
    const height = 60 + random.int(170);
    return `<rect x="${index * 78 - 10}" y="${400 - height}" width="70" height="${height}" fill="hsl(${hue + 20},45%,28%)"/>`;
  });
  return [
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 600 400" width="600" height="400">',
    `<rect width="600" height="400" fill="hsl(${hue},45%,70%)"/>`,
    `<circle cx="${60 + random.int(480)}" cy="90" r="36" fill="#fff6d8"/>${houses.join('')}</svg>`,
  ].join('');
}

function servePicture(request: IncomingMessage, response: ServerResponse): boolean {
  const [, name] = /^\/photo\/(\w+)\.svg$/.exec(request.url ?? '') ?? [];
  if (name === undefined) return false;
  response.writeHead(200, { 'Content-Type': 'image/svg+xml' }).end(drawPicture(name));
  return true;
}

type Handle = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** Listens on loopback; port 0 selects a free one. Answers 500 when `handle` fails. */
export async function listen(port: number, handle: Handle) {
  const server = createServer((request, response) => {
    handle(request, response).catch((error) => {
      if (!response.headersSent) response.writeHead(500).end(String(error));
    });
  }).listen(port, '127.0.0.1');
  await once(server, 'listening');
  const { port: usedPort } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${usedPort}`,
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

export async function createVkServer(world: World, options: ServerOptions = {}) {
  const { port = 0, now = Date.now, delayMs = 0, onCall, servePage } = options;
  /** Both can be changed while the server runs. */
  const keys = new Set(options.keys ?? ['service-key']);
  const limits: Limits = { perSecond: 3, perDay: 1000, lookUpsPerDay: null, wallsPerDay: 5000, ...options.limits };
  const answer = createAnswers(world, { keys, limits });
  const faults = createFaultScript();
  /** The latest calls, oldest first. */
  const calls: Call[] = [];
  let held = Promise.withResolvers<void>();
  /** Ends the slow bodies that have been held back. */
  const release = () => {
    held.resolve();
    held = Promise.withResolvers<void>();
  };
  const { origin, close } = await listen(port, async (request, response) => {
    if (servePicture(request, response) || servePage?.(request, response)) return;
    const call = await readCall(request, now());
    if (call === null) {
      response.writeHead(404).end();
      return;
    }
    if (calls.push(call) > callsKept) calls.shift();
    onCall?.(call);
    if (delayMs > 0) await sleep(delayMs);
    const fault = faults.take(call);
    if (fault === null || isAnswerFault(fault)) await sendAnswer(response, answer(call, fault), null, held.promise);
    else await sendAnswer(response, answer(call, null), fault, held.promise);
  });
  return { origin, calls, keys, limits, fail: faults.add, recover: faults.clear, release, close };
}

/** The stand-in for the VK API in tests: a server and the posts that a test adds to it. */
export type VkStandIn = Awaited<ReturnType<typeof createVkStandIn>>;

/** Listens on loopback until `close()`. */
export async function createVkStandIn(options: ServerOptions = {}) {
  const world = createPostsWorld(options.now);
  return { ...world, ...(await createVkServer(world, options)) };
}
