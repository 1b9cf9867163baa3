import * as messages from '../../../shared/messages.ts';
import { AppError } from '../../platform/app-error.ts';

/** The search index cannot compile a search that the grammar allows. */
export class UnsearchableError extends AppError {
  override name = 'UnsearchableError';

  constructor() {
    super(400, messages.queryTooDeep);
  }
}
