import * as messages from '../../../shared/messages.ts';
import { AppError } from '../../platform/app-error.ts';

const retrySeconds = 10;

/** A query exceeded its time limit or waited too long. It may succeed later or with narrower filters. */
export class QueryLimitError extends AppError {
  override name = 'QueryLimitError';

  constructor() {
    super(503, messages.queryLimit, { headers: { 'Retry-After': String(retrySeconds) } });
  }
}
