/** The card of a phrase: the state of its collection, and what to do (docs/product.md, section 17). */
import styles from '../../../client/styles/cards.module.css';
import controls from '../../../client/styles/controls.module.css';
import type { CollectedWindow, WordCollection } from '../../../shared/api/collection.ts';
import type { Word } from '../../../shared/fields/words.ts';
import { formatDateTime } from '../../../shared/format.ts';
import * as messages from '../../../shared/messages.ts';
import type { Loaded } from '../../../shared/pages/islands.ts';
import { pathOf } from '../../../shared/routes.ts';
import { coverageOf } from '../../../shared/rules/coverage.ts';
import { ShellIcon } from '../../render/shell-icon.tsx';
import type { PageInput } from '../../session/page-input.ts';
import { LoadFailure } from '../load-failure.tsx';
import type { RecentPosts } from '../recent-posts/load-recent-posts.ts';
import { RecentPostsView } from '../recent-posts/recent-posts-view.tsx';
import { CoverageStrip } from './coverage-strip.tsx';
import type { LoadedHealth } from './health-term.tsx';
import { WordTerms } from './word-terms.tsx';

/** The result of «Собрать сейчас»; null without one. */
export type Requested = { kind: 'success' | 'failure'; text: string } | null;

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

export function WordCardView(props: WordCardProps) {
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
        <LoadFailure text={collection.error} />
      )}
      {recent && <RecentPostsView recent={recent} by="owner" input={input} />}
    </div>
  );
}
