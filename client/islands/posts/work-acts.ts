/** The names of what people do with stories. Those with an ellipsis ask in a dialog. */
import type { WorkAct } from './feed-row.ts';

export const workActs: Record<WorkAct, string> = {
  take: 'Взять в работу',
  assign: 'Назначить…',
  postpone: 'Отложить…',
  resolve: 'Решено',
  reject: 'Не наше…',
  tags: 'Теги…',
  tone: 'Тон…',
};
export const workActNames = Object.keys(workActs) as WorkAct[];
