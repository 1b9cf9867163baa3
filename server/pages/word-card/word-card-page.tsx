/** The card of a phrase (docs/product.md, section 17). The form «Собрать сейчас» posts to the card's address. */
import { collectNow, loadWordCollection } from '../../../shared/api/collection.ts';
import { loadWord, type Word } from '../../../shared/api/words.ts';
import { parseId } from '../../../shared/list-query.ts';
import * as messages from '../../../shared/messages.ts';
import { routeOf } from '../../../shared/routes.ts';
import { RefusedError, UnavailableError } from '../../backend-link/backend-errors.ts';
import { LoadFailure } from '../load-failure.tsx';
import type { LoadedContent, LoadedPage, PageInput } from '../page.tsx';
import { type Requested, WordCardView } from './word-card-view.tsx';

/** In the address after a successful request, so that a reload does not send it again. */
const requestedMark = 'requested';

/** Null for a phrase that does not exist or belongs to another client. Throws for every other failure. */
async function findWord({ backend }: PageInput, id: number): Promise<Word | null> {
  try {
    return await backend.send(loadWord(id));
  } catch (error) {
    if (error instanceof RefusedError && (error.status === 404 || error.status === 403)) return null;
    throw error;
  }
}

async function showCard(input: PageInput, requested: Requested): Promise<LoadedContent | null> {
  const id = parseId(input.params.id);
  if (id === null) return null;
  try {
    const [word, collection] = await Promise.all([findWord(input, id), input.backend.load(loadWordCollection(id))]);
    if (word === null) return null;
    const main = <WordCardView word={word} collection={collection} requested={requested} input={input} />;
    return { title: word.text, main };
  } catch (error) {
    if (error instanceof RefusedError || error instanceof UnavailableError) {
      return { main: <LoadFailure text={messages.loadWords} /> };
    }
    throw error;
  }
}

async function requestCollection(input: PageInput): Promise<LoadedContent | string | null> {
  const id = parseId(input.params.id);
  if (id === null) return null;
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
