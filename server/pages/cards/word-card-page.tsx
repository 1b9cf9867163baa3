/** The card of a phrase: the state of its collection, and what to do (docs/product.md, section 17). */

import styles from '../../../client/styles/cards.module.css';
import controls from '../../../client/styles/controls.module.css';
import {
  type CollectedWindow,
  collectNow,
  loadWordCollection,
  type WordCollection,
} from '../../../shared/api/collection.ts';
import { loadWord, loadWordHealth } from '../../../shared/api/words.ts';
import type { Capability } from '../../../shared/capabilities.ts';
import type { Word } from '../../../shared/fields/words.ts';
import { formatDateTime } from '../../../shared/format.ts';
import { parseId } from '../../../shared/list-query.ts';
import * as messages from '../../../shared/messages.ts';
import type { Loaded } from '../../../shared/pages/islands.ts';
import { pathOf, routeOf } from '../../../shared/routes.ts';
import { coverageOf } from '../../../shared/rules/coverage.ts';
import { ShellIcon } from '../../render/icons.tsx';
import type { PageInput } from '../../session/page-input.ts';
import type { LoadedContent, LoadedPage } from '../page.tsx';
import { ErrorView } from '../simple-views.tsx';
import { formFailure, loadCard } from './card.tsx';
import { CoverageStrip } from './coverage-strip.tsx';
import { loadRecentPosts, type RecentPosts, RecentPostsView } from './recent-posts.tsx';
import { type LoadedHealth, WordTerms } from './word-terms.tsx';

/** The result of «Собрать сейчас»; null without one. */
type Requested = { kind: 'success' | 'failure'; text: string } | null;

type WordCardProps = {
  word: Word;
  /** Null without the capability `collection`. */
  collection: Loaded<WordCollection> | null;
  /** Undefined without the capability `cards`. */
  health: LoadedHealth | undefined;
  /** Null without the capabilities `cards` and `analytics`. */
  recent: RecentPosts | null;
  requested: Requested;
  input: PageInput;
};

function Actions({ word, collection, input: { basePath, viewer } }: WordCardProps) {
  return (
    <div className={styles.actions}>
      <a href={`${basePath}${pathOf('posts')}?word=${word.id}`} className={controls.button}>
        <ShellIcon name="posts" />
        Посты фразы
      </a>
      {collection && viewer.user.type === 'admin' && (
        // The form posts to the address of the page.
        <form method="post">
          <button type="submit" className={controls.button}>
            <ShellIcon name="collection" />
            Собрать сейчас
          </button>
        </form>
      )}
    </div>
  );
}

const toMs = ({ from, to, complete }: CollectedWindow) => ({ from: Date.parse(from), to: Date.parse(to), complete });

/** `data` is null without the capability `collection`. */
function Facts({ word, data, health, input }: WordCardProps & { data: WordCollection | null }) {
  const { now, timeZone, basePath } = input;
  const stretches = data ? coverageOf(data.windows.map(toMs), now) : [];
  const formatTime = (ms: number) =>
    Number.isFinite(ms) ? (formatDateTime(new Date(ms).toISOString(), timeZone) ?? messages.badDate) : messages.badDate;
  return (
    <>
      <WordTerms {...{ word, collection: data, stretches, health, basePath, timeZone, now, formatTime }} />
      {stretches.length > 0 && <CoverageStrip stretches={stretches} formatTime={formatTime} />}
    </>
  );
}

function WordCardView(props: WordCardProps) {
  const { collection, recent, requested, input } = props;
  return (
    <div className={styles.card}>
      {requested?.kind === 'success' && (
        <p role="status" className={controls.notice}>
          {requested.text}
        </p>
      )}
      {requested?.kind === 'failure' && (
        <p role="alert" className={controls.noticeFailure}>
          {requested.text}
        </p>
      )}
      <Actions {...props} />
      {collection?.error === undefined ? (
        <section className={`${controls.card} ${styles.card}`} aria-label={collection ? 'Сбор' : 'Состояние'}>
          <Facts {...props} data={collection?.data ?? null} />
        </section>
      ) : (
        <ErrorView text={collection.error} />
      )}
      {recent && <RecentPostsView recent={recent} by="owners" input={input} />}
    </div>
  );
}

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
  return loadCard(async () => {
    const [word, collection, health, recent] = await Promise.all([
      input.backend.send(loadWord(id)),
      has('collection') ? input.backend.load(loadWordCollection(id)) : null,
      has('cards') ? loadHealth(input, id) : undefined,
      has('cards') ? loadRecentPosts(input, { word: id }) : null,
    ]);
    const main = <WordCardView {...{ word, collection, health, recent, requested, input }} />;
    return { title: word.text, main };
  }, messages.loadWords);
}

/** The form «Собрать сейчас» posts to the address of the card. */
async function requestCollection(input: PageInput): Promise<LoadedContent | string | null> {
  const id = idOf(input);
  if (id === null || !input.capabilities.includes('collection')) return null;
  const call = collectNow(id);
  try {
    await input.backend.send(call);
  } catch (error) {
    return showCard(input, { kind: 'failure', text: formFailure(error, call.failure) });
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
