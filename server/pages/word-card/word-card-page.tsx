/** The card of a phrase (docs/product.md, section 17). The form «Собрать сейчас» posts to the card's address. */

import { collectNow, loadWordCollection } from '../../../shared/api/collection.ts';
import { loadWord, loadWordHealth } from '../../../shared/api/words.ts';
import type { Capability } from '../../../shared/capabilities.ts';
import { parseId } from '../../../shared/list-query.ts';
import * as messages from '../../../shared/messages.ts';
import { routeOf } from '../../../shared/routes.ts';
import { RefusedError, UnavailableError } from '../../backend-link/backend-client.ts';
import type { PageInput } from '../../session/page-input.ts';
import { LoadFailure } from '../load-failure.tsx';
import { orNull } from '../or-null.ts';
import type { LoadedContent, LoadedPage } from '../page.tsx';
import { loadRecentPosts } from '../recent-posts/load-recent-posts.ts';
import type { LoadedHealth } from './health-term.tsx';
import { type Requested, WordCardView } from './word-card-view.tsx';

/** In the address after a successful request, so that a reload does not send it again. */
const requestedMark = 'requested';

/** Unlike those of sources, IDs of phrases are positive. */
function idOf({ params }: PageInput): number | null {
  const id = parseId(params.id);
  return id !== null && id > 0 ? id : null;
}

/** Null before the first computation. */
async function loadHealth({ backend }: PageInput, id: number): Promise<LoadedHealth> {
  const { data, error } = await backend.load(loadWordHealth([id]));
  return data ? { data: data.find(({ wordId }) => wordId === id) ?? null } : { error };
}

async function showCard(input: PageInput, requested: Requested): Promise<LoadedContent | null> {
  const id = idOf(input);
  if (id === null) return null;
  const has = (capability: Capability) => input.capabilities.includes(capability);
  try {
    const [word, collection, health, recent] = await Promise.all([
      orNull(input.backend.send(loadWord(id))),
      has('collection') ? input.backend.load(loadWordCollection(id)) : null,
      has('cards') ? loadHealth(input, id) : undefined,
      has('cards') ? loadRecentPosts(input, { word: id }) : null,
    ]);
    if (word === null) return null;
    const main = <WordCardView {...{ word, collection, health, recent, requested, input }} />;
    return { title: word.text, main };
  } catch (error) {
    if (error instanceof RefusedError || error instanceof UnavailableError) {
      return { main: <LoadFailure text={messages.loadWords} /> };
    }
    throw error;
  }
}

async function requestCollection(input: PageInput): Promise<LoadedContent | string | null> {
  const id = idOf(input);
  if (id === null || !input.capabilities.includes('collection')) return null;
  const call = collectNow(id);
  try {
    await input.backend.send(call);
  } catch (error) {
    if (error instanceof RefusedError && error.status < 500) {
      return showCard(input, { kind: 'failure', text: error.replyMessage ?? call.failure });
    }
    if (!(error instanceof RefusedError || error instanceof UnavailableError)) throw error;
    return showCard(input, { kind: 'failure', text: call.failure });
  }
  const path = routeOf('word-card').path.replace('{id}', String(id));
  return `${input.basePath}${path}?collection=${requestedMark}`;
}

export const wordCardPage: LoadedPage = {
  kind: 'loaded',
  load: (input) => {
    const isRequested = input.query.collection === requestedMark;
    return showCard(input, isRequested ? { kind: 'success', text: messages.collectionRequested } : null);
  },
  submit: requestCollection,
};
