/** The texts of the feed's filters: for its chips, and for the dialogs of saved filters. */

import type { WorkLists } from '../../../shared/api/work.ts';
import { formatDateTime } from '../../../shared/format.ts';
import { isolate } from '../../../shared/isolate.ts';
import type { IslandContext } from '../../../shared/pages/islands.ts';
import { dayOf, isTime, type PostsQuery, switchChips, switches } from '../../../shared/pages/post-filters.ts';
import { weekdayHourName } from '../../../shared/rules/days.ts';
import { activeWorkFilters, type FilterChip } from './work-filters.tsx';

type Context = Pick<IslandContext, 'backendKind' | 'timeZone'>;

/** `ownerName` is '' without a source filter. `work` is null for viewers who do not work on stories. */
export type ChipFilters = { query: PostsQuery; ownerName: string; work: WorkLists | null };

/** A chip for each active filter without a field that is always in view. */
export function filterChips({ query, ownerName, work }: ChipFilters, { backendKind, timeZone }: Context): FilterChip[] {
  const { owner, from, to, words, weekday, hour, since, until, story } = query;
  const isOwn = backendKind === 'own';
  const isFound = until !== null && isOwn;
  const timeOf = (prefix: string, bound: string) => isTime(bound) && ` ${prefix} ${formatDateTime(bound, timeZone)}`;
  const times = [timeOf('с', from), timeOf('по', to)].filter(Boolean).join('');
  return [
    [owner !== null && `Источник: ${isolate(ownerName)}`, 'Убрать фильтр источника', { owner: null }],
    [times !== '' && isOwn && `Время:${times}`, 'Убрать фильтр времени', { from: dayOf(from), to: dayOf(to) }],
    [isOwn && words.length > 0 && `Фразы: ${words.length}`, 'Убрать фильтр фраз', { words: [] }],
    [isOwn && weekdayHourName(weekday, hour), 'Убрать фильтр дня недели и часа', { weekday: null, hour: null }],
    [
      !isFound && since !== null && isOwn && 'С прошлого визита',
      'Показать и посты до прошлого визита',
      { since: null },
    ],
    [isFound && 'Посты из оповещения', 'Показать все посты фильтра', { since: null, until: null, first: false }],
    [story !== null && isOwn && 'Повторы одного поста', 'Показать и другие посты', { story: null }],
    ...(isOwn ? switchChips(query) : []),
    ...(work ? activeWorkFilters(query, work) : []),
  ];
}

/** The filters that the feed shows, with the names of its fields. Names are '' without their filter. */
export type ShownFilters = ChipFilters & { wordText: string; cityName: string };

const dayText = (bound: string): string => dayOf(bound).split('-').reverse().join('.');

/** Returns the filters as the form and the chips show them. */
export function describeFilters({ wordText, cityName, ...filters }: ShownFilters, context: Context): string[] {
  const { text, from, to, copies, unread } = filters.query;
  const isOwn = context.backendKind === 'own';
  const ofForm = [
    wordText !== '' && `Фраза: ${wordText}`,
    text !== '' && `Поиск по тексту: ${text}`,
    from !== '' && `Дата с: ${dayText(from)}`,
    to !== '' && `Дата по: ${dayText(to)}`,
    cityName !== '' && `Город: ${cityName}`,
    isOwn && copies === 'hide' && 'Скрывать повторы',
    isOwn && unread && switches.unread.label,
  ];
  return [...ofForm, ...filterChips(filters, context).map(([chip]) => chip)].filter((text): text is string =>
    Boolean(text),
  );
}
