/** Waits for a message of a worker thread. */
import { type EventEmitter, once } from 'node:events';

/** Rejects when the thread fails or exits without a message, and when `limit` is aborted. */
export async function nextMessage<T>(thread: EventEmitter, limit?: AbortSignal): Promise<T> {
  const settled = new AbortController();
  const signal = limit ? AbortSignal.any([settled.signal, limit]) : settled.signal;
  const exit = once(thread, 'exit', { signal }).then(([code]) => {
    throw new Error(`The thread exited with code ${code} and sent no message`);
  });
  try {
    const [message] = await Promise.race([once(thread, 'message', { signal }), exit]);
    return message;
  } finally {
    settled.abort();
  }
}
