/** Calls for the holder of a link, whose token is the only key: without the session of the visitor. */
import type { Call } from '../../shared/api/call.ts';
import * as messages from '../../shared/messages.ts';
import { BackendError, RefusedError } from '../backend-link/backend-client.ts';
import { AppError } from '../platform/app-error.ts';
import type { RequestContext } from './request-context.ts';

/** Null when the backend refuses the call: the token opens nothing. `data` is what the call reads from the reply. */
export async function sendPublic<T>({ deps, caller }: RequestContext, call: Call<T>): Promise<{ data: T } | null> {
  try {
    return await deps.backendClient.send(call, { ...caller, cookie: '', key: null });
  } catch (error) {
    if (error instanceof RefusedError && error.status < 500) return null;
    if (error instanceof BackendError) throw new AppError(502, messages.backendDown, { cause: error });
    throw error;
  }
}
