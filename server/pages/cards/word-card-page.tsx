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
import { pathOf } from '../../../shared/routes.ts';
import { coverageOf } from '../../../shared/rules/coverage.ts';
import { ShellIcon } from '../../render/icons.tsx';
import type { PageInput } from '../../session/page-input.ts';
import { ErrorView } from '../simple-views.tsx';
import { cardPage } from './card.tsx';
import { CoverageStrip } from './coverage-strip.tsx';
import { loadRecentPosts, type RecentPosts, RecentPostsView } from './recent-posts.tsx';
import { type LoadedHealth, WordTerms } from './word-terms.tsx';

type WordCardProps = {
  word: Word;
  /** Null without the capability `collection`. */
  collection: Loaded<WordCollection> | null;
  /** Undefined without the capability `cards`. */
  health: LoadedHealth | undefined;
  /** Null without the capabilities `cards` and `analytics`. */
  recent: RecentPosts | null;
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
  const { now, timeZone } = input;
  const stretches = data ? coverageOf(data.windows.map(toMs), now) : [];
  const formatTime = (ms: number) =>
    Number.isFinite(ms) ? (formatDateTime(new Date(ms).toISOString(), timeZone) ?? messages.badDate) : messages.badDate;
  return (
    <>
      <WordTerms {...{ word, collection: data, stretches, health, input, formatTime }} />
      {stretches.length > 0 && <CoverageStrip stretches={stretches} formatTime={formatTime} />}
    </>
  );
}

function WordCardView(props: WordCardProps) {
  const { collection, recent, input } = props;
  return (
    <>
      <Actions {...props} />
      {collection?.error === undefined ? (
        <section className={`${controls.card} ${styles.card}`} aria-label={collection ? 'Сбор' : 'Состояние'}>
          <Facts {...props} data={collection?.data ?? null} />
        </section>
      ) : (
        <ErrorView text={collection.error} />
      )}
      {recent && <RecentPostsView recent={recent} by="owners" input={input} />}
    </>
  );
}

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

export const wordCardPage = cardPage({
  page: 'word-card',
  idOf,
  async load(input, id) {
    const has = (capability: Capability) => input.capabilities.includes(capability);
    const [word, collection, health, recent] = await Promise.all([
      input.backend.send(loadWord(id)),
      has('collection') ? input.backend.load(loadWordCollection(id)) : null,
      has('cards') ? loadHealth(input, id) : undefined,
      has('cards') ? loadRecentPosts(input, { word: id }) : null,
    ]);
    return { title: word.text, content: <WordCardView {...{ word, collection, health, recent, input }} /> };
  },
  failure: messages.loadWords,
  form: {
    needs: 'collection',
    send: ({ backend }, id) => backend.send(collectNow(id)),
    failureOf: () => messages.collectNow,
    success: {
      query: '?collection=requested',
      isIn: ({ query }) => query.collection === 'requested',
      text: messages.collectionRequested,
    },
  },
});
