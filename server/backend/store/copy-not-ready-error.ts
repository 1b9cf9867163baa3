import * as messages from '../../../shared/messages.ts';
import { AppError } from '../../platform/app-error.ts';

const retrySeconds = 10;

/** Queries of posts have no search copy yet. `done` of `total` posts are copied. */
export class CopyNotReadyError extends AppError {
  override name = 'CopyNotReadyError';

  constructor({ done, total }: { done: number; total: number }) {
    const percent = total === 0 ? 0 : Math.floor((100 * done) / total);
    super(503, messages.searchNotReady(percent), { headers: { 'Retry-After': String(retrySeconds) } });
  }
}
