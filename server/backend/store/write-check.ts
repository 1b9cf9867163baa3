/** Checks with a small write that the database is writable: reads detect neither a full disk nor a read-only server. */
import { inTime } from '../../platform/in-time.ts';
import { NoAnswerError } from './postgres/faults.ts';

/** A successful check is valid for this long, because health calls are public and frequent. */
const validMs = 5000;
/** Health calls need an answer before the console gives up. */
const answerMs = 1000;

/**
 * Returns a function that throws the database's error or a `NoAnswerError`. It writes at most every 5 s; concurrent calls share
 * a write.
 */
export function createWriteCheck(
  write: () => Promise<unknown>,
  clock: () => number = () => performance.now(),
  waitMs: number = answerMs,
): () => Promise<void> {
  let lastSuccess = Number.NEGATIVE_INFINITY;
  let writing: Promise<unknown> | null = null;

  return async () => {
    if (clock() - lastSuccess < validMs) return;
    writing ??= write()
      .then(() => {
        lastSuccess = clock();
      })
      .finally(() => {
        writing = null;
      });
    await inTime(writing, waitMs, new NoAnswerError(`No answer within ${waitMs} ms`));
  };
}
