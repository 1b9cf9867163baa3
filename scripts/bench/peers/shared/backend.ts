/** The calls that every peer makes, and readers of their replies. */

type Nullable = { String: string; Valid: boolean };

export type Phrase = {
  WordID: number;
  Text: string;
  State: string;
  FullSearch: boolean;
  Running: boolean;
  UpdateDt: string | null;
  TotalPosts: number;
  Clients: string[];
};
export type PhrasesPage = { words: Phrase[]; total: number };

export type Post = {
  OwnerID: number;
  PostID: number;
  WordID: number;
  UserID: number;
  PostDt: string;
  UpdateDt: string;
  Text: Nullable;
  Word: Nullable;
  OwnerName: Nullable;
  Domain: Nullable;
  City: Nullable;
};
export type PostsPage = { posts: Post[]; total: number };

export const phraseColumns = {
  word_id: 'ID',
  text: 'Текст',
  state: 'Статус',
  running: 'Сбор',
  full_search: 'Полный поиск',
  total_posts: 'Посты',
  update_dt: 'Обновлено',
} as const;
export type PhraseColumn = keyof typeof phraseColumns;
export type Sort = { column: PhraseColumn; direction: 'ASC' | 'DESC' };

/** @public Imported by the peers that are built outside the project. */
export const defaultSort: Sort = { column: 'word_id', direction: 'DESC' };

/** The reverse direction for the sorted column, otherwise ascending. */
export const nextSort = (sort: Sort, column: PhraseColumn): Sort => ({
  column,
  direction: sort.column === column && sort.direction === 'ASC' ? 'DESC' : 'ASC',
});

/** Reads the sort from the page's address; an unknown one is the default. */
export function readSort(query: { sort?: unknown; direction?: unknown }): Sort {
  const column = Object.keys(phraseColumns).find((name) => name === query.sort);
  return column === undefined
    ? defaultSort
    : { column: column as PhraseColumn, direction: query.direction === 'ASC' ? 'ASC' : 'DESC' };
}

export const phrasesPath = ({ column, direction }: Sort, offset: number): string =>
  `/api/v1/vknf/words/paginated?limit=100&offset=${offset}&orderBy=${column}&orderDirection=${direction}`;

export const postsPath = (text: string): string =>
  `/api/v1/vknf/posts/details?limit=20&offset=0&orderBy=post_dt&orderDirection=DESC${text && `&text=${encodeURIComponent(text)}`}`;

const moscow = 3 * 60 * 60 * 1000;

/** `dd.mm.yyyy, HH:MM`, without Intl, which would cost more than the rest of a row. */
export function formatTime(time: string | null): string {
  if (time === null) return 'Не обновлялось';
  const [date = '', clock = ''] = new Date(Date.parse(time) + moscow).toISOString().split('T');
  return `${date.split('-').reverse().join('.')}, ${clock.slice(0, 5)}`;
}

export const formatState = (state: string): string => (state === 'ready' ? 'Активно' : 'Заморожено');
export const formatFlag = (flag: boolean): string => (flag ? 'Да' : 'Нет');
