/** Watches the connection to the server. The shell starts the watch, and the islands share it. */
import { showNotice } from './notices.ts';
import { listen, readScriptContext } from './page.ts';

/** Dispatched on the window when a request could not reach the server. */
export const connectionLostEvent = 'connection-lost';
/** Dispatched on the window when the server answers again. */
export const connectionFoundEvent = 'connection-found';

declare global {
  interface WindowEventMap {
    [connectionLostEvent]: Event;
    [connectionFoundEvent]: Event;
  }
}

const retryMs = 5000;
const foundShownMs = 6000;

/** Null while the server is thought to answer. */
let outage: Promise<void> | null = null;
let endOutage = () => {};

/** Rejects if the server does not answer. HEAD, because a body that nobody reads keeps its connection. */
export const askServer = () => fetch(`${readScriptContext().basePath}/healthz`, { method: 'HEAD', cache: 'no-store' });

export const isConnectionLost = (): boolean => outage !== null;

/** Resolves at once unless the connection is lost, and then when the server answers again. */
export const whenConnected = async (): Promise<void> => outage ?? undefined;

let presses = 0;

/**
 * Call it when the user presses something that may wait for the connection. Of such presses only the last is carried out: the
 * returned function says whether this is still the last.
 */
export function notePress(): () => boolean {
  presses += 1;
  const own = presses;
  return () => own === presses;
}

export function watchConnection(): void {
  let timer: ReturnType<typeof setInterval>;
  function onFound() {
    clearInterval(timer);
    endOutage();
    outage = null;
    showNotice('connection-lost', false);
    showNotice('connection-found');
    setTimeout(showNotice, foundShownMs, 'connection-found', false);
    dispatchEvent(new Event(connectionFoundEvent));
  }
  const check = () => outage && askServer().then(onFound, () => undefined);
  function onLost() {
    if (outage) return;
    outage = new Promise((resolve) => {
      endOutage = resolve;
    });
    showNotice('connection-found', false);
    showNotice('connection-lost');
    timer = setInterval(check, retryMs);
  }
  listen({ offline: onLost, [connectionLostEvent]: onLost, online: check });
}
