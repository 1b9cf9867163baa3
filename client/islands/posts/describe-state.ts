/** Says why the work on a story is in its state, and who changed it. */
import type { WorkedStory } from '../../../shared/api/story-work.ts';
import type { StoryWork } from '../../../shared/fields/work.ts';
import { formatDate, formatNumber, type ZoneOffsets } from '../../../shared/format.ts';
import * as messages from '../../../shared/messages.ts';

export function describeState(work: StoryWork, timeZone: ZoneOffsets): string | null {
  if (work.until !== null) return `до ${formatDate(work.until, timeZone) ?? messages.badDate}`;
  if (work.untilCopies !== null) return `ещё повторов: ${formatNumber(work.untilCopies)}`;
  if (work.untilSources !== null) return `ещё источников: ${formatNumber(work.untilSources)}`;
  return work.reason;
}

/** A person, a rule, or nobody: a story comes back by itself. */
export const describeAuthor = ({ by, rule }: Pick<WorkedStory['history'][number], 'by' | 'rule'>): string =>
  rule ? `правило «${rule}»` : (by ?? 'Автоматически');
