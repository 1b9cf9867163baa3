/** The card of a phrase: the state of its collection, and what to do (docs/product/phrases.md). */

import type { ReactNode } from 'react';
import styles from '../../../client/styles/cards.module.css';
import controls from '../../../client/styles/controls.module.css';
import {
  type CollectedWindow,
  collectNow,
  loadWordCollection,
  outcomeLabel,
  type Run,
  type WordCollection,
} from '../../../shared/api/collection.ts';
import { loadWord, loadWordHealth } from '../../../shared/api/words.ts';
import type { Word } from '../../../shared/fields/words.ts';
import { formatDateTime, formatNumber } from '../../../shared/format.ts';
import * as messages from '../../../shared/messages.ts';
import type { Loaded } from '../../../shared/pages/islands.ts';
import { parsePositiveId } from '../../../shared/pages/post-filters.ts';
import { pathOf } from '../../../shared/routes.ts';
import { coverageOf, isMissing, type Stretch } from '../../../shared/rules/coverage.ts';
import { describeWordRecall } from '../../../shared/rules/recall.ts';
import { describeHealth, type WordHealth } from '../../../shared/rules/word-health.ts';
import { explainWordState, wordStateLabels } from '../../../shared/rules/word-states.ts';
import { zoneOffsets } from '../../platform/zone-offset.ts';
import { ShellIcon } from '../../render/icons.tsx';
import type { PageInput } from '../../session/page-input.ts';
import { ErrorView, refuses, TermList } from '../simple-views.tsx';
import { cardPage } from './card.tsx';
import { CoverageStrip } from './coverage-strip.tsx';
import { loadRecentPosts, RecentPostsView } from './recent-posts.tsx';

/** Null before the first computation. */
type LoadedHealth = Loaded<WordHealth | null>;

type Props = {
  word: Word;
  collection: WordCollection;
  stretches: readonly Stretch[];
  health: LoadedHealth;
  input: PageInput;
  formatTime: (time: string | number) => string;
};

/** `started`: the phrase has posts or collected time. */
function HealthTerm({
  word,
  health,
  started,
  input: { basePath, timeZone },
  formatTime,
}: Props & { started: boolean }) {
  if (health.error !== undefined) return health.error;
  if (health.data?.verdict === 'fine' && word.state === 'error') return 'Пока сбор не идёт, оценки нет';
  if (health.data === null) {
    return started ? 'Ещё не вычислена' : 'Ещё не собиралась';
  }
  const { computedAt, verdict, overlap } = health.data;
  const { label, tone, why, advice } = describeHealth(health.data, zoneOffsets(timeZone));
  return (
    <>
      <span className={`${controls.badge} ${controls[`badge${tone}`]}`}>{label}</span> {why}. {advice && `${advice}.`}{' '}
      {verdict === 'overlapping' && overlap && (
        <a href={`${basePath}${pathOf('word-card').replace('{id}', String(overlap.id))}`}>Карточка второй фразы</a>
      )}{' '}
      <small className={styles.computed}>Вычислено {formatTime(computedAt)}</small>
    </>
  );
}

/** The maximum number of gaps in the list. The table of the strip has all. */
const shownGaps = 5;

/** A run that is due within this time is only queued. */
const soonMs = 60_000;

function describeRun({ endedAt, startedAt, outcome, added }: Run, formatTime: Props['formatTime']): string {
  return `${formatTime(endedAt ?? startedAt)} — ${outcomeLabel(outcome)}, новых: ${formatNumber(added)}`;
}

function describeNextRun({ word, collection, input: { now }, formatTime }: Props): string {
  if (!collection.configured) return 'Сбор не настроен';
  if (word.running) return 'Идёт сейчас';
  if (collection.nextRunAt === null || word.state === 'freeze') return 'Не запланирован';
  const isSoon = Date.parse(collection.nextRunAt) <= now + soonMs;
  return isSoon ? 'Как только дойдёт очередь' : formatTime(collection.nextRunAt);
}

function State({ word, collection, formatTime }: Props) {
  const { fullSearchReached: reached, fullSearchFrom: from } = collection;
  const hint = explainWordState({ state: word.state, reason: collection.reason });
  return (
    <>
      {wordStateLabels[word.state]}
      {hint && `. ${hint}`}
      {reached && from && `. Полный поиск дошёл до ${formatTime(reached)}, цель — ${formatTime(from)}`}
    </>
  );
}

function Gaps({ stretches, formatTime }: Props) {
  const gaps = stretches.filter(isMissing);
  if (stretches.length === 0) return '—';
  if (gaps.length === 0) return 'Нет';
  return (
    <ul>
      {gaps.slice(0, shownGaps).map(({ from, to }) => (
        <li key={from}>
          {formatTime(from)} — {formatTime(to)}
        </li>
      ))}
      {gaps.length > shownGaps && <li>и ещё {formatNumber(gaps.length - shownGaps)}</li>}
    </ul>
  );
}

type Term = [string, ReactNode];

function collectionTerms(props: Props): Term[] {
  const { lastRun, found, stored } = props.collection;
  // An ordinary search finds only posts that are newer than the last search.
  const since = props.word.fullSearch ? '' : ' в последнем сборе';
  return [
    ['Последний сбор', lastRun === null ? 'Не было' : describeRun(lastRun, props.formatTime)],
    ['Следующий сбор', describeNextRun(props)],
    ['Найдено ВК / собрано', `${found === null ? '—' : formatNumber(found) + since} / ${formatNumber(stored)}`],
    ['Пробелы', <Gaps key="gaps" {...props} />],
    ['Полнота поиска', props.health.data ? describeWordRecall(props.health.data.recall) : '—'],
  ];
}

function Actions({ word, input: { basePath, viewer } }: WordCardProps) {
  return (
    <div className={styles.actions}>
      <a href={`${basePath}${pathOf('posts')}?word=${word.id}`} className={controls.button}>
        <ShellIcon name="posts" />
        Посты фразы
      </a>
      {viewer.user.type === 'admin' && (
        // The form posts to the address of the page.
        <form method="post">
          <button type="submit" className={controls.button} {...refuses(viewer)}>
            <ShellIcon name="collection" />
            Собрать сейчас
          </button>
        </form>
      )}
    </div>
  );
}

const toMs = ({ from, to, complete }: CollectedWindow) => ({ from: Date.parse(from), to: Date.parse(to), complete });

/** The state of a phrase, its verdict and the facts of its collection. */
function Facts({ word, collection, health, input }: Omit<Props, 'stretches' | 'formatTime'>) {
  const stretches = coverageOf(collection.windows.map(toMs), input.now);
  const started = stretches.length > 0 || collection.stored > 0;
  const formatTime: Props['formatTime'] = (time) =>
    formatDateTime(time, zoneOffsets(input.timeZone)) ?? messages.badDate;
  const props = { word, collection, stretches, health, input, formatTime };
  const terms: Term[] = [
    ['Состояние', <State key="state" {...props} />],
    ['Оценка', <HealthTerm key="health" {...props} started={started} />],
    ...collectionTerms(props),
  ];
  return (
    <>
      <TermList terms={terms} />
      {stretches.length > 0 && <CoverageStrip stretches={stretches} formatTime={formatTime} />}
    </>
  );
}

function WordCardView(props: WordCardProps) {
  const { collection, recent, input } = props;
  return (
    <>
      <Actions {...props} />
      {collection.error === undefined ? (
        <section className={`${controls.card} ${styles.card}`} aria-label="Сбор">
          <Facts {...props} collection={collection.data} />
        </section>
      ) : (
        <ErrorView text={collection.error} />
      )}
      <RecentPostsView recent={recent} by="owners" input={input} />
    </>
  );
}

async function loadHealth({ backend }: PageInput, id: number): Promise<LoadedHealth> {
  const health = await backend.load(loadWordHealth([id]));
  return health.error === undefined ? { data: health.data.find(({ wordId }) => wordId === id) ?? null } : health;
}

async function loadWordCard(input: PageInput, id: number) {
  const [word, collection, health, recent] = await Promise.all([
    input.backend.send(loadWord(id)),
    input.backend.load(loadWordCollection(id)),
    loadHealth(input, id),
    loadRecentPosts(input, { word: id }),
  ]);
  // «Стена: имя» is in no list of phrases, and has no collection of its own.
  if (collection.error !== undefined && collection.status === 404) return null;
  return { word, collection, health, recent, input };
}

type WordCardProps = NonNullable<Awaited<ReturnType<typeof loadWordCard>>>;

export const wordCardPage = cardPage({
  page: 'word-card',
  className: styles.page,
  idOf: ({ params }) => parsePositiveId(params.id),
  load: loadWordCard,
  title: ({ word }) => word.text,
  View: WordCardView,
  failure: messages.loadWords,
  form: {
    send: ({ backend }, id) => backend.send(collectNow(id)),
    failureOf: () => messages.collectNow,
    success: { parameter: 'collection', text: messages.collectionRequested, isShown: () => true },
  },
});
