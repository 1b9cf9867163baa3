/**
 * The log of deliveries: the messages, their recipients and outcomes. It reloads until every message has an outcome.
 */

import { useEffect, useMemo } from 'react';
import { type AlertDelivery, loadDeliveries } from '../../../shared/api/alerts.ts';
import { minuteMs } from '../../../shared/durations.ts';
import { formatDateTime, formatNumber, type ZoneOffsets } from '../../../shared/format.ts';
import { formatQuery } from '../../../shared/list-query.ts';
import * as messages from '../../../shared/messages.ts';
import type { Loaded } from '../../../shared/pages/islands.ts';
import type { Page } from '../../../shared/read.ts';
import { alertChannels, deliveryStates } from '../../../shared/rules/alerts.ts';
import { deliveriesPageSize } from '../../../shared/rules/limits.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { ListTable } from '../../components/list-toolbar.tsx';
import type { Column, ControlProps } from '../../components/table-column.ts';
import { serverNow } from '../../lib/clock.ts';
import { useIslandContext } from '../../lib/island-context.ts';
import { type ChangeableList, idOf, type PagedList } from '../../lib/loaded-pages.ts';
import { usePagedList } from '../../lib/use-paged-list.ts';
import controls from '../../styles/controls.module.css';
import table from '../../styles/titled-table.module.css';
import styles from './alerts.module.css';

type Outcome = Pick<AlertDelivery, 'at' | 'state' | 'tries' | 'nextTry' | 'error'>;

/** Formats the time, without the day if it is the same day as `since`. */
function timeSince(time: string, since: string | null, timeZone: ZoneOffsets): string {
  const text = formatDateTime(time, timeZone);
  if (text === null) return messages.badDate;
  const [day, clock = ''] = text.split(', ');
  return since !== null && formatDateTime(since, timeZone)?.split(', ')[0] === day ? clock : text;
}

function describeWaiting({ at, tries, nextTry, error }: Outcome, timeZone: ZoneOffsets): string {
  // The first attempt has started, and none has failed.
  if (tries > 0 && error === null) return 'Отправляется';
  const when = nextTry === null ? '' : ` в ${timeSince(nextTry, at, timeZone)}`;
  return tries === 0
    ? `${deliveryStates.waiting}, отправка${when}`
    : `${deliveryStates.waiting}, попытка ${tries + 1}${when}`;
}

export function describeOutcome(delivery: Outcome, timeZone: ZoneOffsets): string {
  const { state, error } = delivery;
  if (state !== 'waiting') return error === null ? deliveryStates[state] : `${deliveryStates[state]}: ${error}`;
  const waiting = describeWaiting(delivery, timeZone);
  return error === null ? waiting : `${waiting}. Ошибка: ${error}`;
}

type ContentsProps = { delivery: AlertDelivery; basePath: string; control: ControlProps };

function Contents({ delivery, basePath, control }: ContentsProps) {
  const { trial, count, href, clientId, address, skipped } = delivery;
  const posts = `Постов: ${formatNumber(count)}`;
  return (
    <span className={table.detail}>
      {trial && 'Пробное сообщение'}
      {!trial && skipped === null && href === null && posts}
      {!trial && href !== null && (
        <a href={basePath + href} {...control}>
          {posts}
        </a>
      )}
      {address !== null && (trial ? `, ${address}` : address)}
      {skipped !== null && skipped > 0 && `, пропущено: ${formatNumber(skipped)}`}
      {clientId !== null && `, клиент ${clientId}`}
    </span>
  );
}

const deliveryColumns = (basePath: string, timeZone: ZoneOffsets): Column<AlertDelivery>[] => [
  {
    title: 'Время',
    on: 'own',
    name: 'deliveries.time',
    width: '9rem',
    cell: ({ at }) => (at && formatDateTime(at, timeZone)) ?? messages.badDate,
  },
  {
    title: 'Правило',
    on: 'own',
    width: 'minmax(0, 2fr)',
    card: 'heading',
    cell: (delivery, control) => (
      <>
        <span className={table.line}>{delivery.rule}</span>
        <Contents delivery={delivery} basePath={basePath} control={control} />
      </>
    ),
  },
  {
    title: 'Канал',
    on: 'own',
    name: 'deliveries.channel',
    width: 'minmax(0, 1fr)',
    cell: ({ channel }) => alertChannels[channel],
  },
  {
    title: 'Итог',
    on: 'own',
    name: 'deliveries.outcome',
    width: 'minmax(0, 2fr)',
    card: 'line',
    cell: (delivery) => (
      <span className={`${controls.twoLines} ${styles.lines}`} data-state={delivery.state}>
        {describeOutcome(delivery, timeZone)}
      </span>
    ),
  },
];

/** A message that is being sent or due soon gets its outcome within seconds. */
const soonMs = 3 * minuteMs;
const shortPauseMs = 3000;

/** Returns milliseconds, or null if no message is waiting. `now` is in milliseconds since the epoch. */
export function pauseBeforeReload(deliveries: readonly Pick<AlertDelivery, 'state' | 'nextTry'>[], now: number) {
  const waits = deliveries.flatMap(({ state, nextTry }) =>
    state === 'waiting' && nextTry !== null ? [Date.parse(nextTry) - now - soonMs] : [],
  );
  return waits.length === 0 ? null : Math.max(shortPauseMs, Math.min(...waits));
}

export function useDeliveries(firstPage: number, first: Loaded<Page<AlertDelivery>>): ChangeableList<AlertDelivery> {
  const list = usePagedList({ pageSize: deliveriesPageSize, keyOf: idOf, pageCall: loadDeliveries, firstPage, first });
  const { rows } = list;
  // biome-ignore lint/correctness/useExhaustiveDependencies: reload is a new but equivalent function in every render
  useEffect(() => {
    const pause = pauseBeforeReload(rows, serverNow());
    if (pause === null) return;
    const timer = setInterval(() => {
      if (!document.hidden) list.reload();
    }, pause);
    return () => clearInterval(timer);
  }, [rows]);
  return list;
}

export function Deliveries({ list, page }: { list: PagedList<AlertDelivery>; page: number }) {
  const { basePath, timeZone } = useIslandContext();
  const columns = useMemo(() => deliveryColumns(basePath, timeZone), [basePath, timeZone]);
  return (
    <section>
      <h2>Доставка</h2>
      <div>
        <ListTable
          label="Доставка"
          emptyText={
            <EmptyState
              title={messages.noDeliveries}
              hint="Здесь появятся сообщения правил, письма отчётов и итог каждого."
            />
          }
          nextPageHref={formatQuery({ page: page + 1 })}
          columns={columns}
          list={list}
          keyOf={idOf}
          rowHeight={52}
          cardBase={66}
        />
      </div>
    </section>
  );
}
