/** The ways in which the stand-in backend fails. */
import type { IncomingMessage, ServerResponse } from 'node:http';

export type Misbehaviour = keyof typeof misbehave;

/** Handlers by name. `hang` never replies; `trickle` and `huge` reply with white space. */
export const misbehave = {
  'status 500': (_request, response) => response.writeHead(500).end('panic: runtime error at /srv/internal.go:12'),
  'status 302': (_request, response) => response.writeHead(302, { Location: 'http://backend.internal/login' }).end(),
  html: (_request, response) => response.writeHead(200, { 'Content-Type': 'text/html' }).end('<h1>It works</h1>'),
  garbage: (_request, response) =>
    response.writeHead(200, { 'Content-Type': 'application/json' }).end('{"words":[{"WordID":'),
  truncated: (_request, response) => {
    response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': '1000' });
    response.write('{"words":', () => response.destroy());
  },
  reset: (request) => request.socket.resetAndDestroy(),
  hang: () => {},
  trickle: (_request, response) => {
    response.writeHead(200, { 'Content-Type': 'application/json' });
    const timer = setInterval(() => response.write(' '), 20);
    response.on('close', () => clearInterval(timer));
  },
  huge: (_request, response) => {
    response.writeHead(200, { 'Content-Type': 'application/json' });
    const chunk = Buffer.alloc(1024 * 1024, 0x20);
    let left = 50;
    const pour = () => {
      while (left > 0 && !response.destroyed) {
        left -= 1;
        if (!response.write(chunk)) return void response.once('drain', pour);
      }
      if (left === 0) response.end('{}');
    };
    pour();
  },
} satisfies Record<string, (request: IncomingMessage, response: ServerResponse) => void>;

export const misbehaviours = Object.keys(misbehave) as readonly Misbehaviour[];
