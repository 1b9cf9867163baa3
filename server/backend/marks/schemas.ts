/** Schemas of marks and visits. */
import * as v from 'valibot';
import { markedStoriesMax } from '../../../shared/api/marks.ts';
import { total } from '../http/schema-fields.ts';

const storyId = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

export const marksBody = v.object({
  StoryIDs: v.pipe(v.array(v.pipe(storyId, v.minValue(1))), v.maxLength(markedStoriesMax)),
  Read: v.boolean(),
});
/** The stories whose mark changed. */
export const marksReply = v.strictObject({ StoryIDs: v.array(storyId) });

export const visitReply = v.strictObject({ Since: storyId, Total: total });
