/** How a card answers when its subject is missing, or the backend refuses or fails. */
import { BackendError, RefusedError } from '../../backend-link/backend-client.ts';
import type { LoadedContent } from '../page.tsx';
import { ErrorView } from '../simple-views.tsx';

/** Null for what does not exist or belongs to another client. A backend that fails leaves `failure` in place of the card. */
export async function loadCard(load: () => Promise<LoadedContent>, failure: string): Promise<LoadedContent | null> {
  try {
    return await load();
  } catch (error) {
    if (error instanceof RefusedError && (error.status === 404 || error.status === 403)) return null;
    if (error instanceof BackendError) return { main: <ErrorView text={failure} /> };
    throw error;
  }
}

/** The text of a form's failure: the backend's refusal, or `failure`. Throws every error that is not the backend's. */
export function formFailure(error: unknown, failure: string): string {
  if (!(error instanceof BackendError)) throw error;
  return (error instanceof RefusedError && error.status < 500 && error.replyMessage) || failure;
}
