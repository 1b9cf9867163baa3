/** All page routes (docs/product.md, sections 2, 17, 20, 21 and 23), their access rules, and the menu. */
import type { Capability } from './capabilities.ts';

export type Access = 'public' | 'signed-in' | 'admin';

export type PageName =
  | 'login'
  | 'profile'
  | 'key-values'
  | 'words'
  | 'word-card'
  | 'owners'
  | 'owner-card'
  | 'posts'
  | 'analytics'
  | 'alerts'
  | 'collection'
  | 'account-pool'
  | 'guardian'
  | 'clients'
  | 'journal';

/** Pages for signed-in users only. */
export type InnerPageName = Exclude<PageName, 'login'>;

/** A route with capabilities exists if the backend has one of them. */
export type Route = {
  name: PageName;
  /** Parameters are in braces. */
  path: string;
  title: string;
  description: string;
  access: Access;
  capabilities?: readonly Capability[];
};

export const routes: readonly Route[] = [
  {
    name: 'login',
    path: '/login',
    title: 'Вход в систему',
    description: 'Мониторинг ключевых фраз в социальной сети',
    access: 'public',
  },
  { name: 'profile', path: '/profile', title: 'Профиль', description: 'Ваша учётная запись', access: 'signed-in' },
  {
    name: 'key-values',
    path: '/ldvkwi/words',
    title: 'Ключевые значения',
    description: 'Показатели по отслеживаемым фразам',
    access: 'signed-in',
  },
  {
    name: 'words',
    path: '/ldvknf/words',
    title: 'Фразы',
    description: 'Отслеживаемые фразы и их состояние',
    access: 'signed-in',
  },
  {
    name: 'word-card',
    path: '/ldvknf/words/{id}',
    title: 'Фраза',
    description: 'Карточка фразы',
    access: 'signed-in',
    capabilities: ['collection', 'cards'],
  },
  {
    name: 'owners',
    path: '/ldvknf/owners',
    title: 'Источники',
    description: 'Сообщества и страницы, где найдены посты',
    access: 'signed-in',
  },
  {
    name: 'owner-card',
    path: '/ldvknf/owners/{id}',
    title: 'Источник',
    description: 'Карточка источника',
    access: 'signed-in',
    capabilities: ['cards'],
  },
  {
    name: 'posts',
    path: '/ldvknf/posts',
    title: 'Новостная лента',
    description: 'Посты, в которых встретились фразы',
    access: 'signed-in',
  },
  {
    name: 'analytics',
    path: '/ldvknf/analytics',
    title: 'Аналитика',
    description: 'Как меняется число упоминаний',
    access: 'signed-in',
    capabilities: ['analytics'],
  },
  {
    name: 'alerts',
    path: '/ldvknf/alerts',
    title: 'Оповещения',
    description: 'О чём и куда сообщать',
    access: 'signed-in',
    capabilities: ['alerts'],
  },
  {
    name: 'collection',
    path: '/ldvknf/collection',
    title: 'Сбор',
    description: 'Состояние сбора и расход квоты',
    access: 'admin',
    capabilities: ['collection'],
  },
  {
    name: 'account-pool',
    path: '/ldvkpool/users',
    title: 'Пул аккаунтов',
    description: 'Учётные записи для сбора',
    access: 'signed-in',
  },
  {
    name: 'guardian',
    path: '/ldvkangel/owners',
    title: 'Хранитель',
    description: 'Защита источников',
    access: 'signed-in',
  },
  {
    name: 'clients',
    path: '/ldserver/clients',
    title: 'Клиенты',
    description: 'Учётные записи клиентов',
    access: 'admin',
  },
  {
    name: 'journal',
    path: '/ldserver/journal',
    title: 'Журнал',
    description: 'Кто и что делал',
    access: 'admin',
    capabilities: ['journal'],
  },
];

export function routeOf(name: PageName): Route {
  const route = routes.find((candidate) => candidate.name === name);
  if (!route) throw new Error(`Unknown page: ${name}`);
  return route;
}

export const isOffered = ({ capabilities }: Route, offered: readonly Capability[]): boolean =>
  capabilities === undefined || capabilities.some((capability) => offered.includes(capability));

export const pathOf = (name: PageName): string => routeOf(name).path;

/** The page that signed-in users are redirected to from / and /login (docs/product.md, section 2, Navigation rules). */
export const homePath = pathOf('key-values');

/** The page after a sign-in without `next` (docs/product.md, section 2, Login screen). */
export const landingPaths = { admin: pathOf('clients'), client: pathOf('posts') } as const;

/** `children` are visible on the entry's own route, on theirs, and on those of `details`, which have no link. */
export type MenuEntry = {
  page: InnerPageName;
  children?: readonly InnerPageName[];
  details?: readonly InnerPageName[];
};

/** The sidebar links in order. */
export const menu: readonly MenuEntry[] = [
  { page: 'key-values' },
  {
    page: 'posts',
    children: ['words', 'owners', 'analytics', 'alerts', 'collection'],
    details: ['word-card', 'owner-card'],
  },
  { page: 'account-pool' },
  { page: 'guardian' },
  { page: 'clients' },
  { page: 'journal' },
];
