/** The card of a source (docs/product.md, section 17). The form that hides the source or shows it again posts to its address. */
import type { Call } from '../../../shared/api/call.ts';
import { createMute, deleteMute } from '../../../shared/api/mutes.ts';
import { loadOwnerCard, type OwnerCard } from '../../../shared/api/owners.ts';
import { parseId } from '../../../shared/list-query.ts';
import * as messages from '../../../shared/messages.ts';
import { routeOf } from '../../../shared/routes.ts';
import { RefusedError, UnavailableError } from '../../backend-link/backend-client.ts';
import type { PageInput } from '../../session/page-input.ts';
import { LoadFailure } from '../load-failure.tsx';
import { orNull } from '../or-null.ts';
import type { LoadedContent, LoadedPage } from '../page.tsx';
import { loadRecentPosts } from '../recent-posts/load-recent-posts.ts';
import { OwnerCardView } from './owner-card-view.tsx';

const isFault = (error: unknown): error is RefusedError | UnavailableError =>
  error instanceof RefusedError || error instanceof UnavailableError;

/** `failure` is why the form failed; null without one. */
async function showCard(input: PageInput, failure: string | null): Promise<LoadedContent | null> {
  const id = parseId(input.params.id);
  if (id === null) return null;
  try {
    const [card, recent] = await Promise.all([
      orNull(input.backend.send(loadOwnerCard(id))),
      loadRecentPosts(input, { owner: id }),
    ]);
    if (card === null) return null;
    return { title: card.owner.name || String(id), main: <OwnerCardView {...{ card, recent, failure, input }} /> };
  } catch (error) {
    if (isFault(error)) return { main: <LoadFailure text={messages.loadOwners} /> };
    throw error;
  }
}

/** Hides the source from the viewer, or shows it again. Null when the source is in that state already. */
function changeOf({ owner, mute }: OwnerCard, action: unknown): Call<unknown> | null {
  if (action === 'hide') return mute === null ? createMute('owner', owner.id, null) : null;
  return action === 'show' && mute !== null ? deleteMute(mute.id) : null;
}

async function changeMute(input: PageInput): Promise<LoadedContent | string | null> {
  const id = parseId(input.params.id);
  if (id === null || !input.capabilities.includes('mutes')) return null;
  try {
    const card = await orNull(input.backend.send(loadOwnerCard(id)));
    if (card === null) return null;
    const change = changeOf(card, input.query.action);
    if (change) await input.backend.send(change);
  } catch (error) {
    if (!isFault(error)) throw error;
    const refusal = error instanceof RefusedError && error.status < 500 ? error.replyMessage : null;
    return showCard(input, refusal ?? (input.query.action === 'hide' ? messages.createMute : messages.deleteMute));
  }
  return `${input.basePath}${routeOf('owner-card').path.replace('{id}', String(id))}`;
}

export const ownerCardPage: LoadedPage = {
  kind: 'loaded',
  load: (input) => showCard(input, null),
  submit: changeMute,
};
