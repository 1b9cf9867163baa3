/**
 * The card of a source (docs/product/sources.md). Its form, which hides the source or shows it again, posts to the card's
 * address.
 */

import type { ReactNode } from 'react';
import { Checkbox } from '../../../client/components/form-field.tsx';
import styles from '../../../client/styles/cards.module.css';
import controls from '../../../client/styles/controls.module.css';
import { ageText } from '../../../shared/age-text.ts';
import type { Call } from '../../../shared/api/call.ts';
import { createMute, deleteMute } from '../../../shared/api/mutes.ts';
import {
  followWall,
  loadOwnerCard,
  type OwnerCard,
  readWallNow,
  type WallSwitches,
} from '../../../shared/api/owners.ts';
import { formatCounted, formatDateTime, formatNumber } from '../../../shared/format.ts';
import { parseId } from '../../../shared/list-query.ts';
import * as messages from '../../../shared/messages.ts';
import { type LinkToPosts, linkToPosts } from '../../../shared/pages/link-to-posts.ts';
import { ownerTypeLabel } from '../../../shared/rules/owner.ts';
import { accountUrl } from '../../../shared/rules/urls.ts';
import { wallLabels } from '../../../shared/rules/walls.ts';
import { zoneOffsets } from '../../platform/zone-offset.ts';
import { ShellIcon } from '../../render/icons.tsx';
import type { PageInput } from '../../session/page-input.ts';
import type { FormField } from '../page.tsx';
import { refuses, TermList } from '../simple-views.tsx';
import { cardPage } from './card.tsx';
import { loadRecentPosts, RecentPostsView } from './recent-posts.tsx';

async function loadCard(input: PageInput, id: number) {
  const [card, recent] = await Promise.all([
    input.backend.send(loadOwnerCard(id)),
    loadRecentPosts(input, { owner: id }),
  ]);
  return { card, recent, input };
}

type OwnerCardProps = Awaited<ReturnType<typeof loadCard>>;

function MuteForm({ mute, viewer }: OwnerCard & Pick<PageInput, 'viewer'>) {
  if (mute && !mute.removable) return null;
  return (
    <form method="post" action={mute ? '?action=show' : '?action=hide'}>
      <button type="submit" className={controls.button} {...refuses(viewer)}>
        <ShellIcon name="hidden" />
        {mute ? 'Вернуть' : 'Скрыть источник'}
      </button>
    </form>
  );
}

function Actions({ card, input, toPosts }: OwnerCardProps & { toPosts: LinkToPosts }) {
  const { id, type, domain } = card.owner;
  return (
    <div className={styles.actions}>
      <a href={toPosts({})} className={controls.button}>
        <ShellIcon name="posts" />
        Посты источника
      </a>
      <a href={accountUrl({ id, type, domain })} target="_blank" rel="noreferrer" className={controls.button}>
        <ShellIcon name="open" />
        Открыть в ВК
      </a>
      <MuteForm {...card} viewer={input.viewer} />
      {input.viewer.user.type === 'admin' && card.wall.isFollowed && (
        <form method="post" action="?action=collect">
          <button type="submit" className={controls.button} {...refuses(input.viewer)}>
            <ShellIcon name="collection" />
            Собрать сейчас
          </button>
        </form>
      )}
    </div>
  );
}

function describeWall({ wall }: OwnerCard, timeZone: string): string {
  const timeOf = (time: string) => formatDateTime(time, zoneOffsets(timeZone)) ?? messages.badDate;
  if (!wall.isFollowed) return 'Не собирается';
  if (!wall.configured) return messages.collectionOff;
  if (wall.problem !== null) {
    const until = wall.restUntil === null ? '' : `. Следующая попытка: ${timeOf(wall.restUntil)}`;
    return `${wallLabels.closed}: ${wall.problem}${until}`;
  }
  if (wall.isIdle) return messages.noWallPhrases;
  return wall.readAt === null ? 'Ждёт первого сбора' : `Собрана ${timeOf(wall.readAt)}`;
}

/** The fields of the form of a wall. */
const wallFields = { wall: 'isFollowed', comments: 'comments', every: 'everyPost' } as const;

/** What the author has changed: what somebody else has set meanwhile stays. `seen` names the boxes that were checked before. */
function changedSwitches(field: FormField): Partial<WallSwitches> {
  const seen = field('seen').split(' ');
  return Object.fromEntries(
    Object.entries(wallFields)
      .map(([name, key]) => [key, field(name) === '1', seen.includes(name)] as const)
      .filter(([, isSet, wasSet]) => isSet !== wasSet),
  );
}

/** Only owners of a client, and administrators who act for it, change the switches. */
function WallForm({ card: { wall }, input: { viewer } }: OwnerCardProps) {
  if (viewer.user.type === 'admin') return null;
  const disabled = 'disabled' in refuses(viewer, 'owner');
  const checked = Object.entries(wallFields).flatMap(([name, key]) => (wall[key] ? name : []));
  return (
    <section className={`${controls.card} ${styles.part}`} aria-labelledby="wall">
      <h2 id="wall">Сбор стены</h2>
      {/* A browser that goes back to the page would restore old states of the boxes. */}
      <form method="post" action="?action=wall" className={controls.form} autoComplete="off">
        <input type="hidden" name="seen" value={checked.join(' ')} />
        <Checkbox name="wall" value="1" defaultChecked={wall.isFollowed} disabled={disabled}>
          Собирать стену
        </Checkbox>
        <Checkbox name="comments" value="1" defaultChecked={wall.comments} disabled={disabled}>
          Собирать комментарии
        </Checkbox>
        <Checkbox name="every" value="1" defaultChecked={wall.everyPost} disabled={disabled}>
          Все посты
        </Checkbox>
        <p className={controls.hint}>
          Новые посты и комментарии стены, которые подходят вашим фразам, появляются в ленте и без поиска. «Все посты»
          добавляет и остальные посты: они стоят под фразой «Стена». Комментарии и все посты собираются только вместе со
          стеной: чтобы прекратить сбор, снимите все три отметки.
        </p>
        <div className={controls.actions}>
          <button type="submit" className={controls.button} {...refuses(viewer, 'owner')}>
            Сохранить
          </button>
        </div>
      </form>
    </section>
  );
}

function describeMute({ mute }: OwnerCard): string {
  if (mute === null) return 'Показан';
  return `Скрыт: постов источника в ленте нет${mute.removable ? '' : '. Скрыл администратор'}`;
}

function Terms({ card, input: { timeZone }, toPosts }: OwnerCardProps & { toPosts: LinkToPosts }) {
  const { owner, firstPostAt, lastPostAt, stories, rows } = card;
  const timeOf = (time: string | null, sort: 'ASC' | 'DESC') =>
    time === null ? (
      '—'
    ) : (
      <a href={toPosts({ sort: { column: 'post_dt', descending: sort === 'DESC' } })}>
        {formatDateTime(time, zoneOffsets(timeZone)) ?? messages.badDate}
      </a>
    );
  const total = (number: number, copies: 'show' | 'hide') => <a href={toPosts({ copies })}>{formatNumber(number)}</a>;
  const terms: [string, ReactNode][] = [
    ['ID', owner.id],
    ['Тип', ownerTypeLabel(owner.type) || '—'],
    ['Домен', owner.domain || '—'],
    ['Первый пост', timeOf(firstPostAt, 'ASC')],
    ['Последний пост', timeOf(lastPostAt, 'DESC')],
    ['Всего постов', total(stories, 'hide')],
    ['С повторами', total(rows, 'show')],
    ['В ленте', describeMute(card)],
    ['Стена', describeWall(card, timeZone)],
    ...(card.wall.clients.length === 0
      ? []
      : [['Собирают', card.wall.clients.join(', ')] satisfies [string, ReactNode]]),
  ];
  return <TermList terms={terms} />;
}

/** A property of the source, whoever sees its posts. */
function UsualViews({ card: { usualViews } }: OwnerCardProps) {
  const terms = usualViews.map(({ age, views, posts }): [string, string] => [
    `Через ${ageText(age)}`,
    `${formatNumber(views)} (по ${formatCounted(posts, ['посту', 'постам', 'постам'])})`,
  ]);
  return (
    <section className={`${controls.card} ${styles.card}`} aria-label="Медиана просмотров">
      <TermList terms={[['Медиана просмотров', usualViews.length > 0 ? 'по возрасту поста' : '—'], ...terms]} />
    </section>
  );
}

function OwnerCardView(props: OwnerCardProps) {
  const { card, recent, input } = props;
  const toPosts = linkToPosts(input.basePath, { owner: card.owner.id });
  return (
    <>
      <Actions {...props} toPosts={toPosts} />
      <section className={`${controls.card} ${styles.card}`} aria-label="Источник">
        <Terms {...props} toPosts={toPosts} />
      </section>
      <WallForm {...props} />
      <UsualViews {...props} />
      <RecentPostsView recent={recent} by="words" input={input} />
    </>
  );
}

/** Hides the source from the viewer, or shows it again. Null when it already is in that state. */
function changeOf({ owner, mute }: OwnerCard, action: unknown): Call<unknown> | null {
  if (action === 'hide') return mute === null ? createMute('owner', owner.id, null) : null;
  return action === 'show' && mute !== null ? deleteMute(mute.id) : null;
}

const failures = new Map<unknown, string>([
  ['hide', messages.createMute],
  ['wall', messages.followWall],
  ['collect', messages.collectNow],
]);

export const ownerCardPage = cardPage({
  page: 'owner-card',
  className: styles.page,
  idOf: ({ params }) => parseId(params.id),
  load: loadCard,
  title: ({ card: { owner } }) => owner.name || String(owner.id),
  View: OwnerCardView,
  failure: messages.loadOwners,
  form: {
    async send({ backend, query: { action } }, id, field) {
      const calls = new Map<unknown, Call<unknown>>([
        ['wall', followWall(id, changedSwitches(field))],
        ['collect', readWallNow(id)],
      ]);
      const change = calls.get(action) ?? changeOf(await backend.send(loadOwnerCard(id)), action);
      if (change) await backend.send(change);
      return null;
    },
    failureOf: ({ query: { action } }) => failures.get(action) ?? messages.deleteMute,
    // The card shows what the others have changed.
    success: {
      parameter: 'collection',
      text: messages.collectionRequested,
      isShown: ({ query: { action } }) => action === 'collect',
    },
  },
});
