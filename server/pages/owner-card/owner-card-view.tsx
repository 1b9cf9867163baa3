/** The card of a source: what it is, its posts that the viewer sees, and whether it is hidden. */
import type { ReactNode } from 'react';
import styles from '../../../client/styles/cards.module.css';
import controls from '../../../client/styles/controls.module.css';
import views from '../../../client/styles/views.module.css';
import type { OwnerCard } from '../../../shared/api/owners.ts';
import { defaultPostSort } from '../../../shared/api/posts.ts';
import { formatDateTime, formatNumber } from '../../../shared/format.ts';
import * as messages from '../../../shared/messages.ts';
import { noPostFilters } from '../../../shared/pages/posts-query.ts';
import { ownerTypeLabel } from '../../../shared/rules/owner.ts';
import { accountUrl } from '../../../shared/rules/urls.ts';
import { ShellIcon } from '../../render/shell-icon.tsx';
import type { PageInput } from '../../session/page-input.ts';
import { type LinkToPosts, linkToPosts } from '../figures/link-to-posts.ts';
import type { RecentPosts } from '../recent-posts/load-recent-posts.ts';
import { RecentPostsView } from '../recent-posts/recent-posts-view.tsx';

type OwnerCardProps = {
  card: OwnerCard;
  /** Null without the capability `analytics`. */
  recent: RecentPosts | null;
  /** Why the form failed; null without one. */
  failure: string | null;
  input: PageInput;
};

function MuteForm({ mute }: OwnerCard) {
  if (mute && !mute.removable) return null;
  return (
    <form method="post" action={mute ? '?action=show' : '?action=hide'}>
      <button type="submit" className={controls.button}>
        <ShellIcon name="hidden" />
        {mute ? 'Вернуть' : 'Скрыть источник'}
      </button>
    </form>
  );
}

function Actions({ card, input }: OwnerCardProps) {
  const { id, type, domain } = card.owner;
  const toPosts = linkToPosts(input.basePath, { ...noPostFilters, sort: defaultPostSort, owner: id });
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
      {input.capabilities.includes('mutes') && <MuteForm {...card} />}
    </div>
  );
}

function describeMute({ mute }: OwnerCard): string {
  if (mute === null) return 'Показан';
  return `Скрыт: постов источника в ленте нет${mute.removable ? '' : '. Скрыл администратор'}`;
}

function Terms({ card, input: { timeZone, capabilities }, toPosts }: OwnerCardProps & { toPosts: LinkToPosts }) {
  const { owner, firstPostAt, lastPostAt, stories, rows } = card;
  const timeOf = (time: string | null, sort: 'ASC' | 'DESC') =>
    time === null ? (
      '—'
    ) : (
      <a href={toPosts({ sort: { column: 'post_dt', descending: sort === 'DESC' } })}>
        {formatDateTime(time, timeZone) ?? messages.badDate}
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
    ...(capabilities.includes('mutes') ? [['В ленте', describeMute(card)] as [string, ReactNode]] : []),
  ];
  return (
    <dl className={views.terms}>
      {terms.flatMap(([term, value]) => [<dt key={term}>{term}</dt>, <dd key={`${term} value`}>{value}</dd>])}
    </dl>
  );
}

export function OwnerCardView(props: OwnerCardProps) {
  const { card, recent, failure, input } = props;
  const toPosts = linkToPosts(input.basePath, { ...noPostFilters, sort: defaultPostSort, owner: card.owner.id });
  return (
    <div className={styles.card}>
      {failure !== null && (
        <p role="alert" className={controls.noticeFailure}>
          {failure}
        </p>
      )}
      <Actions {...props} />
      <section className={`${controls.card} ${styles.card}`} aria-label="Источник">
        <Terms {...props} toPosts={toPosts} />
      </section>
      {recent && <RecentPostsView recent={recent} by="word" input={input} />}
    </div>
  );
}
