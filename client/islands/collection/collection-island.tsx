/** The collection page for administrators (docs/product/collection.md): state, quota and runs. */

import { useCallback, useEffect, useId, useMemo, useState } from 'react';
import {
  type CollectedWall,
  type CollectionKey,
  type CollectionOverview,
  keyStateLabels,
  loadCollection,
  loadRunsPage,
  outcomeLabel,
  type PostChecks,
  type Run,
  type RunOutcome,
  type WallUse,
} from '../../../shared/api/collection.ts';
import { minuteMs } from '../../../shared/durations.ts';
import { formatDateTime, formatNumber, shownName, type ZoneOffsets } from '../../../shared/format.ts';
import { formatDuration } from '../../../shared/format-duration.ts';
import { formatQuery } from '../../../shared/list-query.ts';
import * as messages from '../../../shared/messages.ts';
import type { IslandProps } from '../../../shared/pages/islands.ts';
import type { Page } from '../../../shared/read.ts';
import { runsPageSize } from '../../../shared/rules/limits.ts';
import { webUrl } from '../../../shared/rules/urls.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { ErrorCard } from '../../components/error-card.tsx';
import { ListTable } from '../../components/list-toolbar.tsx';
import type { Column, Tone } from '../../components/table-column.ts';
import { callApi } from '../../lib/api.ts';
import { useIslandContext } from '../../lib/island-context.ts';
import { idOf, mergePages } from '../../lib/loaded-pages.ts';
import { usePagedList } from '../../lib/use-paged-list.ts';
import controls from '../../styles/controls.module.css';
import views from '../../styles/views.module.css';
import styles from './collection.module.css';

/** The network's error code for an exhausted quota. */
const quotaCode = 29;

function describeProblem(
  { id, state, until, code, message, redirectUri }: CollectionKey,
  timeZone: ZoneOffsets,
): string {
  const name = `Ключ ${id}`;
  const time = until === null ? null : formatDateTime(until, timeZone);
  if (state === 'resting') {
    const what = code === quotaCode ? 'Квота исчерпана' : 'Пауза';
    return [name, `${what}${time === null ? '' : ` до ${time}`}`, code === quotaCode ? null : message]
      .filter(Boolean)
      .join('. ');
  }
  const cause = message ? ` ${message}` : '';
  return redirectUri === null
    ? `${name} отклонён ВК.${cause} Проверьте приложение в настройках ВК и замените ключ в VK_SERVICE_KEY.`
    : `${name} ждёт подтверждения.${cause} Откройте страницу ВК, подтвердите вход и замените ключ в VK_SERVICE_KEY.`;
}

function KeyAlert({ problem, timeZone }: { problem: CollectionKey; timeZone: ZoneOffsets }) {
  const url = webUrl(problem.redirectUri);
  return (
    <div role="alert" className={problem.state === 'broken' ? controls.noticeFailure : styles.warning}>
      <p>{describeProblem(problem, timeZone)}</p>
      {url !== null && (
        <p>
          <a href={url} target="_blank" rel="noopener noreferrer">
            Страница ВК для подтверждения
          </a>
        </p>
      )}
    </div>
  );
}

function KeyAlerts({ keys, timeZone }: { keys: readonly CollectionKey[]; timeZone: ZoneOffsets }) {
  const problems = keys.filter(({ state }) => state !== 'working');
  return problems.map((problem) => <KeyAlert key={problem.id} problem={problem} timeZone={timeZone} />);
}

const usageOf = (calls: number, limit: number): string => `${formatNumber(calls)} / ${formatNumber(limit)}`;

function KeyList({ keys }: { keys: readonly CollectionKey[] }) {
  return (
    <ul>
      {keys.map(({ id, state, calls, limit }) => (
        <li key={id}>
          {id}: {keyStateLabels[state]}, вызовов {usageOf(calls, limit)}
        </li>
      ))}
    </ul>
  );
}

function describeEnd({ keys, callsLeft, lastsUntil }: CollectionOverview, timeZone: ZoneOffsets): string {
  if (keys.every(({ state }) => state === 'broken')) return '—';
  if (callsLeft === 0) return 'Израсходовано';
  if (lastsUntil === null) return 'Хватает на все фразы';
  return formatDateTime(lastsUntil, timeZone) ?? messages.badDate;
}

function CollectionSummary({ overview, timeZone }: { overview: CollectionOverview; timeZone: ZoneOffsets }) {
  const { configured, keys, due, active, callsPerDay } = overview;
  const sum = (field: 'calls' | 'limit') => keys.reduce((total, key) => total + key[field], 0);
  return (
    <div className={styles.summary}>
      {!configured && (
        <p role="alert" className={styles.warning}>
          {messages.collectionOff}
        </p>
      )}
      <KeyAlerts keys={keys} timeZone={timeZone} />
      <dl className={`${controls.card} ${views.terms}`}>
        <dt>Ключи</dt>
        <dd>{keys.length === 0 ? 'Нет' : <KeyList keys={keys} />}</dd>
        <dt>Израсходовано вызовов за сутки</dt>
        <dd>{usageOf(sum('calls'), sum('limit'))}</dd>
        <dt>Хватит до</dt>
        <dd>{describeEnd(overview, timeZone)}</dd>
        <dt>Очередь</dt>
        <dd>
          Ждут сбора: {formatNumber(due)} из {formatNumber(active)} фраз. Нужно вызовов в сутки:{' '}
          {formatNumber(callsPerDay)}
        </dd>
      </dl>
      <CheckSummary overview={overview} timeZone={timeZone} />
      <Walls walls={overview.walls} use={overview.wallUse} />
    </div>
  );
}

function describeRest({ id, lookUpsUntil, lookUpsMessage }: CollectionKey, timeZone: ZoneOffsets): string {
  const time = lookUpsUntil && formatDateTime(lookUpsUntil, timeZone);
  const cause = lookUpsMessage ? ` ${lookUpsMessage}` : '';
  return `Ключ ${id} не проверяет посты${time ? ` до ${time}` : ''}.${cause} Сбор идёт дальше.`;
}

const describeLag = (ms: number): string => (ms < minuteMs ? 'Нет' : formatDuration(ms));

function CheckTerms({ checks: { calls, limit, due, lateMs } }: { checks: PostChecks }) {
  const figure = (text: string) => (limit === 0 ? '—' : text);
  return (
    <dl className={views.terms}>
      <dt>Вызовов за сутки</dt>
      <dd>{figure(usageOf(calls, limit))}</dd>
      <dt>Ждут проверки</dt>
      <dd>{figure(formatNumber(due))}</dd>
      <dt>Отставание</dt>
      <dd>{figure(describeLag(lateMs))}</dd>
    </dl>
  );
}

/** With keys, a limit of 0 says that the setting has turned checks off. */
function CheckSummary({
  overview: { checks, keys },
  timeZone,
}: {
  overview: CollectionOverview;
  timeZone: ZoneOffsets;
}) {
  const heading = useId();
  const isOff = keys.length > 0 && checks.limit === 0;
  return (
    <section className={`${controls.card} ${styles.checks}`} aria-labelledby={heading}>
      <h2 id={heading}>Проверка постов</h2>
      {isOff && <p>{messages.checksOff}</p>}
      {keys
        .filter(({ lookUpsUntil }) => lookUpsUntil !== null)
        .map((key) => (
          <p key={key.id} role="alert" className={styles.warning}>
            {describeRest(key, timeZone)}
          </p>
        ))}
      <CheckTerms checks={checks} />
    </section>
  );
}

/** Since the last complete reading. */
function WallRow({ wall: { ownerId, name, readAt, lagMs, calls, problem, isIdle } }: { wall: CollectedWall }) {
  const { basePath, timeZone } = useIslandContext();
  return (
    <tr>
      <td>
        <a href={`${basePath}/ldvknf/owners/${ownerId}`}>{shownName(name)}</a>
      </td>
      <td>{readAt === null ? '—' : (formatDateTime(readAt, timeZone) ?? messages.badDate)}</td>
      <td>{lagMs === null ? '—' : formatDuration(lagMs)}</td>
      <td>{formatNumber(calls)}</td>
      <td>{problem ?? (isIdle ? messages.noWallPhrases : '—')}</td>
    </tr>
  );
}

function Walls({ walls, use }: { walls: readonly CollectedWall[]; use: WallUse }) {
  const heading = useId();
  if (walls.length === 0) return null;
  return (
    <section className={`${controls.card} ${styles.walls}`} aria-labelledby={heading}>
      <h2 id={heading}>Стены</h2>
      <dl className={views.terms}>
        <dt>Вызовов за сутки, стены</dt>
        <dd>{usageOf(use.walls.calls, use.walls.limit)}</dd>
        <dt>Вызовов за сутки, комментарии</dt>
        <dd>{usageOf(use.comments.calls, use.comments.limit)}</dd>
        <dt>Посты, комментарии которых ждут сбора</dt>
        <dd>{formatNumber(use.due)}</dd>
      </dl>
      {/* biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: its rows have links */}
      <table role="grid" aria-labelledby={heading}>
        <thead>
          <tr>
            <th>Источник</th>
            <th>Последний сбор</th>
            <th>Отставание</th>
            <th>Вызовов за сутки</th>
            <th>Ошибка</th>
          </tr>
        </thead>
        <tbody>
          {walls.map((wall) => (
            <WallRow key={wall.ownerId} wall={wall} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

const outcomeTones: Record<RunOutcome, Tone> = {
  done: 'success',
  partial: 'warning',
  waiting: 'neutral',
  failed: 'danger',
};

function Outcome({ run: { outcome, reason } }: { run: Run }) {
  if (reason === null) return outcomeLabel(outcome);
  const text = `${outcomeLabel(outcome)}: ${reason}`;
  return (
    <span className={styles.reason} title={text}>
      {text}
    </span>
  );
}

function runColumns(basePath: string, timeZone: ZoneOffsets): Column<Run>[] {
  const time = (value: string | null) => value && (formatDateTime(value, timeZone) ?? messages.badDate);
  return [
    {
      title: 'Фраза',
      on: 'own',
      width: 'minmax(0, 1fr)',
      card: 'heading',
      cell: ({ wordId, word }, control) => (
        <a href={`${basePath}/ldvknf/words/${wordId}`} {...control}>
          {word}
        </a>
      ),
    },
    { title: 'Начало', on: 'own', name: 'runs.started', width: '9rem', cell: ({ startedAt }) => time(startedAt) },
    { title: 'Конец', on: 'own', name: 'runs.ended', width: '9rem', cell: ({ endedAt }) => time(endedAt) },
    {
      title: 'Найдено',
      on: 'own',
      name: 'runs.found',
      width: '6rem',
      align: 'end',
      cell: ({ found }) => (found === null ? '—' : formatNumber(found)),
    },
    {
      title: 'Новых',
      on: 'own',
      name: 'runs.added',
      width: '5rem',
      align: 'end',
      cell: ({ added }) => formatNumber(added),
    },
    {
      title: 'Итог',
      on: 'own',
      name: 'runs.outcome',
      width: 'minmax(0, 2fr)',
      align: 'wrap',
      // A reason is as long as a sentence.
      tone: ({ outcome, reason }) => (reason !== null ? null : outcome === null ? 'accent' : outcomeTones[outcome]),
      cell: (run) => <Outcome run={run} />,
    },
  ];
}

/** How often the state of the collection and the newest runs are reloaded while the page is visible. */
const intervalMs = 15_000;

type LiveCollection = { overview: CollectionOverview; newest: Page<Run> };

/** `live` is null until the first reload. A failed reload keeps the previous data. */
function useLiveCollection() {
  const [live, setLive] = useState<LiveCollection | null>(null);
  const reload = useCallback(async (background = false) => {
    try {
      const calls = [callApi(loadCollection(), { background }), callApi(loadRunsPage(0), { background })] as const;
      const [overview, newest] = await Promise.all(calls);
      setLive({ overview, newest });
    } catch {
      // The next reload may succeed.
    }
  }, []);
  useEffect(() => {
    const timer = setInterval(() => {
      // New rows would move the rows that the user has scrolled to.
      if (!document.hidden && scrollY === 0) void reload(true);
    }, intervalMs);
    return () => clearInterval(timer);
  }, [reload]);
  return { live, reload };
}

export function CollectionIsland({ overview: initial, page, first }: IslandProps['collection']) {
  const { basePath, timeZone } = useIslandContext();
  const loaded = usePagedList({ pageSize: runsPageSize, keyOf: idOf, pageCall: loadRunsPage, firstPage: page, first });
  const { live, reload } = useLiveCollection();
  const columns = useMemo(() => runColumns(basePath, timeZone), [basePath, timeZone]);

  // Prepends newer runs from the reloads, so that the list itself need not be reloaded.
  const newest = page === 1 ? live?.newest : undefined;
  const rows = useMemo(
    () => (newest ? mergePages([newest.rows, loaded.rows], idOf) : loaded.rows),
    [newest, loaded.rows],
  );
  // More than a page of runs has started since the list was loaded, so runs are missing between the newest and the loaded ones.
  const hasGap =
    newest !== undefined && rows.length === newest.rows.length + loaded.rows.length && loaded.rows.length > 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: `refresh` is a new but equivalent function in every render
  useEffect(() => {
    if (hasGap) loaded.refresh();
  }, [hasGap]);
  const list = { ...loaded, rows, total: newest?.total ?? loaded.total };
  const overview = live?.overview ?? initial.data;

  function refresh() {
    loaded.refresh();
    void reload();
  }

  return (
    <>
      {overview && <CollectionSummary overview={overview} timeZone={timeZone} />}
      {!overview && <ErrorCard text={initial.error ?? messages.loadCollection} onRetry={() => void reload()} />}
      <ListTable
        label="Запуски"
        emptyText={<EmptyState title={messages.noRuns} hint="Первый начнётся, когда есть ключ ВК и активная фраза." />}
        nextPageHref={formatQuery({ page: page + 1 })}
        columns={columns}
        list={list}
        keyOf={idOf}
        rowHeight={40}
        cardBase={58}
        onRefresh={refresh}
      />
    </>
  );
}
