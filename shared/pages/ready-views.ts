/** The filters that everybody who works on stories needs. */
import { loadPostCount } from '../api/posts.ts';

/**
 * «Без исполнителя» is not counted: nearly all stories are unassigned, and counting them would delay every page.
 */
export const readyViews = [
  { name: 'Моё', filters: { assignee: 'me', state: 'open' }, counted: true },
  { name: 'Просрочено', filters: { state: 'overdue' }, counted: true },
  { name: 'Без исполнителя', filters: { assignee: 'none', state: 'open' }, counted: false },
] as const;

export type ReadyView = (typeof readyViews)[number];

/** Returns null for a filter that is not counted. */
export const countReadyView = ({ filters, counted }: ReadyView) =>
  counted ? loadPostCount({ ...filters, copies: 'hide' }) : null;
