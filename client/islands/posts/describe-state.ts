/** Says why the work on a story is in its state. */
import type { StoryWork } from '../../../shared/fields/work.ts';
import { formatDate, formatNumber, type ZoneOffsets } from '../../../shared/format.ts';
import * as messages from '../../../shared/messages.ts';

export function describeState(work: StoryWork, timeZone: ZoneOffsets): string | null {
  if (work.until !== null) return `до ${formatDate(work.until, timeZone) ?? messages.badDate}`;
  if (work.untilCopies !== null) return `ещё повторов: ${formatNumber(work.untilCopies)}`;
  if (work.untilSources !== null) return `ещё источников: ${formatNumber(work.untilSources)}`;
  return work.reason;
}
