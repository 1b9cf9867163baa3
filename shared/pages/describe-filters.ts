/** The texts of the feed's filters, for chips, saved filters, analytics and exports. */

import { formatDateTime, formatNumber, type ZoneOffsets } from '../format.ts';
import { isolate } from '../isolate.ts';
import { cityCode } from '../rules/city-code.ts';
import { weekdayHourName } from '../rules/days.ts';
import { type Tone, tones, workStateFilters } from '../rules/work.ts';
import {
  apiNames,
  dayOf,
  type FilterReach,
  type FilterValues,
  isTime,
  type PostsQuery,
  postKinds,
  switches,
  switchNames,
} from './post-filters.ts';
import { filterNames, noPostFilters, postFiltersOf } from './posts-query.ts';
import type { FilterNames } from './work-names.ts';

export const assigneeNames = { me: 'Я', none: 'Никто' };
export const toneNames: Record<Tone | 'none', string> = { ...tones, none: 'Не указан' };

type Described = FilterValues & { names: FilterNames; timeZone: ZoneOffsets };

type Description = {
  label: string;
  /** Null without the filter; '' for a filter that is set or not. */
  value: (filters: Described) => string | null;
  /** The text of a chip. The default is the label with the value. */
  text?: (filters: Described, value: string) => string;
  /** The label of the button of the chip that removes the filter. Without it no page has a chip for the filter. */
  removal?: string | null;
  /** What the removal changes. The default is the filter. */
  change?: (filters: FilterValues) => Partial<FilterValues>;
};

const flag = (isSet: boolean): string | null => (isSet ? '' : null);
const named = (id: string | number | null, name: string | null | undefined): string | null =>
  id === null || id === '' ? null : name || String(id);
const dayText = (bound: string): string | null => dayOf(bound).split('-').reverse().join('.') || null;

function timesText({ from, to, timeZone }: Described): string | null {
  const timeOf = (prefix: string, bound: string) => isTime(bound) && `${prefix} ${formatDateTime(bound, timeZone)}`;
  return [timeOf('с', from), timeOf('по', to)].filter(Boolean).join(' ') || null;
}

/** `hour` is described with the weekday, and `first` with `until`. The times of a period are described besides its days. */
type DescribedName = Exclude<keyof FilterValues, 'hour' | 'first'> | 'times';

const switchDescriptions = Object.fromEntries(
  switchNames.map((name): [string, Description] => [
    name,
    { ...switches[name], value: (filters) => flag(filters[name]) },
  ]),
) as Record<keyof typeof switches, Description>;

/** In the order of the texts. */
const descriptions: Record<DescribedName, Description> = {
  word: { label: 'Фраза', value: ({ word, names }) => named(word, names.word) },
  words: {
    label: 'Фразы',
    value: ({ words }) => words.map((id) => `ID ${id}`).join(', ') || null,
    text: ({ words }) => `Фразы: ${words.length}`,
    removal: 'Убрать фильтр фраз',
  },
  text: { label: 'Поиск по тексту', value: ({ text }) => text.trim() || null, removal: 'Убрать фильтр текста' },
  owner: {
    label: 'Источник',
    value: ({ owner, names }) => named(owner, names.owner),
    removal: 'Убрать фильтр источника',
  },
  from: { label: 'Дата с', value: ({ from }) => dayText(from) },
  to: { label: 'Дата по', value: ({ to }) => dayText(to) },
  times: {
    label: 'Время',
    value: timesText,
    removal: 'Убрать фильтр времени',
    change: ({ from, to }) => ({ from: dayOf(from), to: dayOf(to) }),
  },
  city: {
    label: 'Город',
    value: ({ city, names }) => named(city, names.city || cityCode.nameOf(city)),
    removal: 'Убрать фильтр города',
  },
  weekday: {
    label: 'День недели и час',
    value: ({ weekday, hour }) => weekdayHourName(weekday, hour) || null,
    text: (_, value) => value,
    removal: 'Убрать фильтр дня недели и часа',
    change: () => ({ weekday: null, hour: null }),
  },
  copies: { label: 'Скрывать повторы', value: ({ copies }) => flag(copies === 'hide') },
  since: {
    label: 'С прошлого визита',
    value: ({ since, until }) => flag(since !== null && until === null),
    removal: 'Показать и посты до прошлого визита',
  },
  until: {
    label: 'Посты из оповещения',
    value: ({ until }) => flag(until !== null),
    removal: 'Показать все посты фильтра',
    change: () => ({ since: null, until: null, first: false }),
  },
  story: {
    label: 'Повторы одного поста',
    value: ({ story }) => flag(story !== null),
    removal: 'Показать и другие посты',
  },
  views: {
    label: 'Просмотров не меньше',
    value: ({ views }) => (views === null ? null : formatNumber(views)),
    removal: 'Убрать фильтр просмотров',
  },
  ratio: {
    label: 'К обычному не меньше',
    value: ({ ratio }) => (ratio === null ? null : `×${formatNumber(ratio)}`),
    removal: 'Убрать фильтр отношения к обычному',
  },
  kind: {
    label: 'Вид',
    value: ({ kind }) => (kind === '' ? null : postKinds[kind]),
    removal: 'Убрать фильтр вида',
  },
  ...switchDescriptions,
  state: {
    label: 'Состояние',
    value: ({ state }) => (state === '' ? null : workStateFilters[state]),
    removal: 'Убрать фильтр состояния',
  },
  assignee: {
    label: 'Исполнитель',
    value: ({ assignee, names }) =>
      named(assignee, (assigneeNames as Record<string, string>)[assignee] ?? names.assignee),
    removal: 'Убрать фильтр исполнителя',
  },
  tag: { label: 'Тег', value: ({ tag, names }) => named(tag, names.tag), removal: 'Убрать фильтр тега' },
  tone: {
    label: 'Тон',
    value: ({ tone }) => (tone === '' ? null : toneNames[tone]),
    removal: 'Убрать фильтр тона',
  },
};

export const labelOf = (name: DescribedName): string => descriptions[name].label;

/** A filter that is set. */
export type FilterText = {
  name: DescribedName;
  label: string;
  /** '' for a filter that is set or not. */
  value: string;
  /** The label and the value, for chips and sentences. */
  text: string;
  /** The label of the button that removes the filter; null if no page has a chip for it. */
  removal: string | null;
  /** What the removal changes. */
  change: Partial<FilterValues>;
};

/** Returns the filters without those that the backend or the viewer does not have. */
function reachable(query: PostsQuery, reach: FilterReach): FilterValues {
  const sent = postFiltersOf(query, reach);
  const missing = filterNames.filter((name) => (sent[apiNames[name]] ?? '') === '');
  return {
    ...query,
    ...Object.fromEntries(missing.map((name) => [name, noPostFilters[name]])),
    from: String(sent[apiNames.from] ?? ''),
    to: String(sent[apiNames.to] ?? ''),
    copies: sent[apiNames.copies] === 'hide' ? 'hide' : 'show',
  };
}

const none: Partial<Record<DescribedName, unknown>> = noPostFilters;

/** Returns the texts of the filters that are set. */
export function describeFilters(
  query: PostsQuery,
  names: FilterNames,
  { timeZone, ...reach }: FilterReach & { timeZone: ZoneOffsets },
): FilterText[] {
  const filters = { ...reachable(query, reach), names, timeZone };
  return (Object.keys(descriptions) as DescribedName[]).flatMap((name) => {
    const { label, text, removal = null, change, ...description } = descriptions[name];
    const value = description.value(filters);
    if (value === null) return [];
    return {
      name,
      label,
      value,
      text: text?.(filters, value) ?? (value === '' ? label : `${label}: ${isolate(value)}`),
      removal,
      change: change?.(query) ?? { [name]: none[name] },
    };
  });
}
