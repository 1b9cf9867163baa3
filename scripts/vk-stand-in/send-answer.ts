/** Sends an answer over HTTP, intact or as a fault of the transport has it. */
import type { ServerResponse } from 'node:http';
import type { TransportFault } from './faults.ts';

const jsonType = 'application/json; charset=utf-8';

const htmlPage = (status: number): string =>
  `<html>\r\n<head><title>${status}</title></head>\r\n<body><center><h1>${status}</h1></center></body>\r\n</html>`;

/** `released` resolves when a slow body may end. */
export async function sendAnswer(
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
