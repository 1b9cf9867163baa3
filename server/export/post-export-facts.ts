/** The filters and the sort of exported posts, for the sheet «О выгрузке». */
import type { Post } from '../../shared/api/posts.ts';
import { weekdayHourName } from '../../shared/format.ts';
import * as messages from '../../shared/messages.ts';
import { hidesCopies, type PostsQuery } from '../../shared/pages/posts-query.ts';
import { type ExportInput, type Fact, filterFact, sortFact, yesNo } from './export-table.ts';
import { postExportColumns } from './post-export-columns.ts';

/** `first` is a row, for the names of filters. */
export function postExportFacts(query: PostsQuery, { capabilities }: ExportInput, first: Post | undefined): Fact[] {
  const { word, owner, text, from, to, city, words, weekday, hour, unread, since, until, story } = query;
  const named = (label: string, id: number | null, name: string | null | undefined): Fact[] =>
    id === null ? [] : [[label, name || `ID ${id}`]];
  const has = (capability: (typeof capabilities)[number]) => capabilities.includes(capability);
  const isFound = has('alerts') && until !== null;
  return [
    ...named('Фраза', word, first?.word),
    ...(has('analytics') && words.length > 0 ? [['Фразы', words.map((id) => `ID ${id}`).join(', ')] as const] : []),
    ...named('Источник', owner, first?.ownerName),
    ...filterFact('Поиск по тексту', text.trim()),
    ...filterFact('Дата с', from),
    ...filterFact('Дата по', to),
    ...(city === 0
      ? has('analytics')
        ? [['Город', messages.cityNotGiven] as const]
        : []
      : named('Город', city, first?.city)),
    ...filterFact('День недели и час', has('analytics') ? weekdayHourName(weekday, hour) : ''),
    ...(has('copies') ? [['Скрывать повторы', yesNo(hidesCopies(query, capabilities))] as const] : []),
    ...(has('copies') && story !== null ? [['Повторы одного поста', yesNo(true)] as const] : []),
    ...(has('marks') && unread ? [['Только непрочитанные', yesNo(true)] as const] : []),
    ...(isFound ? [['Посты из оповещения', yesNo(true)] as const] : []),
    ...(has('marks') && since !== null && !isFound ? [['С прошлого визита', yesNo(true)] as const] : []),
    ...(has('mutes') ? [['Скрытые источники и авторы', 'Не выгружены'] as const] : []),
    sortFact(postExportColumns, query.sort),
  ];
}
