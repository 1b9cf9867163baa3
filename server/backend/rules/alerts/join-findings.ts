/** The findings of one message. */
import type { AlertCondition } from '../../../../shared/rules/alerts.ts';
import type { Finding } from './rule.ts';

const isRange = ({ from, to }: Finding): boolean => from === null && to === null;

/**
 * Appends a finding. Ranges of stories that follow each other become one, so that a message that waits for a week stays small. With
 * the condition `every`, the stories between two ranges are of other views, and the ranges become one too.
 */
export function joinFindings(findings: readonly Finding[], next: Finding, condition: AlertCondition): Finding[] {
  const last = findings.at(-1);
  if (last === undefined || !isRange(last) || !isRange(next)) return [...findings, next];
  if (condition !== 'every' && last.until !== next.since) return [...findings, next];
  return [...findings.slice(0, -1), { ...next, since: last.since, count: last.count + next.count }];
}

export const countOfFindings = (findings: readonly Finding[]): number =>
  findings.reduce((sum, { count }) => sum + count, 0);
