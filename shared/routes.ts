/** All page routes (docs/product/README.md), their access rules, and the menu. */
import { type BackendKind, isOn, type On } from './backend-kind.ts';
import { type AuthUser, type ClientRole, mayAs, mayReport } from './roles.ts';

/**
 * `client`: people of a client; `client-owner`: its owners. Both include administrators who act as the client. `reporter`: who makes
 * reports (roles.ts).
 */
export type Access = 'public' | 'signed-in' | 'admin' | 'client' | 'client-owner' | 'reporter';

type Page = {
  /** Parameters are in braces: `/ldvknf/words/{id}`. */
  path: string;
  title: string;
  description: string;
  /** The default is `signed-in`. */
  access?: Access;
  /** The lowest role that may change the content of the page; by default everybody may. */
  changedBy?: ClientRole;
  /** With which backends the page exists. */
  on: On;
  /** The page only says that it is under development. */
  placeholder?: true;
};

const pages = {
  login: {
    path: '/login',
    title: 'Вход в систему',
    description: 'Мониторинг ключевых фраз в социальной сети',
    access: 'public',
    on: 'both',
  },
  invitation: {
    path: '/invitation',
    title: 'Приглашение',
    description: 'Задайте пароль для входа',
    access: 'public',
    on: 'own',
  },
  'second-factor': {
    path: '/second-factor',
    title: 'Второй фактор',
    description: 'Подтвердите вход',
    access: 'public',
    on: 'own',
  },
  'own-second-factor': {
    path: '/profile/second-factor',
    title: 'Второй фактор',
    description: 'Код из приложения при каждом входе',
    on: 'own',
  },
  profile: { path: '/profile', title: 'Профиль', description: 'Ваша учётная запись', on: 'both' },
  'key-values': {
    path: '/ldvkwi/words',
    title: 'Ключевые значения',
    description: 'Показатели по отслеживаемым фразам',
    placeholder: true,
    on: 'both',
  },
  words: {
    path: '/ldvknf/words',
    title: 'Фразы',
    description: 'Отслеживаемые фразы и их состояние',
    changedBy: 'editor',
    on: 'both',
  },
  'word-card': {
    path: '/ldvknf/words/{id}',
    title: 'Фраза',
    description: 'Карточка фразы',
    on: 'own',
  },
  owners: {
    path: '/ldvknf/owners',
    title: 'Источники',
    description: 'Сообщества и страницы, где найдены посты',
    changedBy: 'editor',
    on: 'both',
  },
  'owner-card': {
    path: '/ldvknf/owners/{id}',
    title: 'Источник',
    description: 'Карточка источника',
    on: 'own',
  },
  posts: {
    path: '/ldvknf/posts',
    title: 'Новостная лента',
    description: 'Посты, в которых встретились фразы',
    on: 'both',
  },
  summary: {
    path: '/ldvknf/summary',
    title: 'Сводка',
    description: 'Что было за период',
    on: 'own',
  },
  work: {
    path: '/ldvknf/work/{id}',
    title: 'Работа с сюжетом',
    description: 'Состояние, исполнитель, теги и заметки',
    access: 'client',
    changedBy: 'editor',
    on: 'own',
  },
  analytics: {
    path: '/ldvknf/analytics',
    title: 'Аналитика',
    description: 'Как меняется число упоминаний',
    on: 'own',
  },
  alerts: {
    path: '/ldvknf/alerts',
    title: 'Оповещения',
    description: 'О чём и куда сообщать',
    changedBy: 'owner',
    on: 'own',
  },
  reports: {
    path: '/ldvknf/reports',
    title: 'Отчёты',
    description: 'Что и кому отправлять',
    access: 'reporter',
    on: 'own',
  },
  rules: {
    path: '/ldvknf/rules',
    title: 'Правила',
    description: 'Что делать с новыми постами',
    access: 'client',
    changedBy: 'editor',
    on: 'own',
  },
  people: {
    path: '/ldvknf/people',
    title: 'Люди',
    description: 'Кто работает от имени клиента',
    access: 'client-owner',
    on: 'own',
  },
  collection: {
    path: '/ldvknf/collection',
    title: 'Сбор',
    description: 'Состояние сбора и расход квоты',
    access: 'admin',
    on: 'own',
  },
  'account-pool': {
    path: '/ldvkpool/users',
    title: 'Пул аккаунтов',
    description: 'Учётные записи для сбора',
    placeholder: true,
    on: 'both',
  },
  guardian: {
    path: '/ldvkangel/owners',
    title: 'Хранитель',
    description: 'Защита источников',
    placeholder: true,
    on: 'both',
  },
  clients: {
    path: '/ldserver/clients',
    title: 'Клиенты',
    description: 'Учётные записи клиентов',
    access: 'admin',
    on: 'both',
  },
  journal: {
    path: '/ldserver/journal',
    title: 'Журнал',
    description: 'Кто и что делал',
    access: 'admin',
    on: 'own',
  },
} as const satisfies Record<string, Page>;

export type PageName = keyof typeof pages;

export type InnerPageName = Exclude<PageName, 'login' | 'invitation' | 'second-factor'>;

export type Route = Page & { name: PageName; access: Access };

export const routeOf = (name: PageName): Route => ({ access: 'signed-in', ...(pages[name] as Page), name });

export const routes: readonly Route[] = (Object.keys(pages) as PageName[]).map(routeOf);

export function mayOpen({ access }: Route, user: AuthUser): boolean {
  if (access === 'client') return user.type === 'client';
  if (access === 'client-owner') return user.type === 'client' && mayAs(user, 'owner');
  if (access === 'reporter') return mayReport(user);
  return access !== 'admin' || user.type === 'admin';
}

export const isOffered = ({ on }: Route, backendKind: BackendKind): boolean => isOn(on, backendKind);

export const pathOf = (name: PageName): string => routeOf(name).path;

/** The page that signed-in users are redirected to from / and /login (docs/product/pages.md). */
export const homePath = pathOf('key-values');

/** The page after a sign-in without `next` (docs/product/sign-in.md). */
export const landingPaths = { admin: pathOf('clients'), client: pathOf('posts') } as const;

export type MenuPageName = Exclude<InnerPageName, 'own-second-factor' | 'work'>;

/**
 * `children` are links that are visible on the entry's route, on their own, and on the routes of `details`, which have no link.
 */
export type MenuEntry = {
  page: MenuPageName;
  children?: readonly MenuPageName[];
  details?: readonly InnerPageName[];
};

export const menu: readonly MenuEntry[] = [
  { page: 'key-values' },
  {
    page: 'posts',
    children: ['words', 'owners', 'analytics', 'alerts', 'reports', 'rules', 'people', 'collection'],
    details: ['word-card', 'owner-card', 'work'],
  },
  { page: 'summary' },
  { page: 'account-pool' },
  { page: 'guardian' },
  { page: 'clients' },
  { page: 'journal' },
];
