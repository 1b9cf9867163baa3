/**
 * A reader on the calling thread, because a thread costs more than most tests. A test that sends many searches at once needs
 * threads, because a search that waits for 10 seconds is refused.
 */
import { EventEmitter } from 'node:events';
import { openReader, type PostQuery } from '../../server/backend/feed/post-queries.ts';
import type { StartReader } from '../../server/backend/feed/reader-pool.ts';

export const startReaderHere: StartReader = (file) => {
  const reader = openReader(file);
  const events = new EventEmitter();
  let open = true;
  return Object.assign(events, {
    postMessage(query: PostQuery) {
      setImmediate(() => {
        if (open) events.emit('message', structuredClone(reader.answer(query)));
      });
    },
    async terminate() {
      if (!open) return 0;
      open = false;
      reader.close();
      events.emit('exit', 0);
      return 0;
    },
  });
};
