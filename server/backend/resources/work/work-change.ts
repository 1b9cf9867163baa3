/** The body of a change of work, in calls and rules. */

import * as v from 'valibot';
import { assignable } from '../../../../shared/api/work.ts';
import * as messages from '../../../../shared/messages.ts';
import { reasonTextMax, tagsMax, tones, untilCountMax, workStates } from '../../../../shared/rules/work.ts';
import { badRequest } from '../../../platform/app-error.ts';
import type { Context } from '../../http/endpoint.ts';
import { bodyId, given, nameIn, text } from '../../http/schema-fields.ts';
import type { WorkChange } from '../../rules/work.ts';

const tagIds = v.optional(v.pipe(v.array(bodyId), v.maxLength(tagsMax)), []);
const untilCount = v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(untilCountMax)));

export const changeBody = v.object({
  State: v.optional(nameIn(workStates)),
  AssigneeID: v.optional(v.nullable(v.pipe(v.number(), v.safeInteger(), v.minValue(0)))),
  Until: v.optional(v.pipe(v.string(), v.isoTimestamp())),
  UntilCopies: untilCount,
  UntilSources: untilCount,
  ReasonID: v.optional(bodyId),
  Reason: v.optional(v.pipe(text(reasonTextMax), v.minLength(1, messages.chooseReason))),
  Tone: v.optional(v.nullable(nameIn(tones))),
  /** Only rules hide stories; calls may only show them again. */
  Hidden: v.optional(v.literal(false)),
  AddTags: tagIds,
  RemoveTags: tagIds,
});
type ChangeBody = v.InferOutput<typeof changeBody>;

/** Reads the condition of a postponed story. There must be exactly one. */
function readUntil({ State, Until, UntilCopies, UntilSources }: ChangeBody, now: number): WorkChange {
  const untilAt = Until === undefined ? undefined : Date.parse(Until);
  const until = given({ untilAt, untilCopies: UntilCopies, untilSources: UntilSources });
  if (Object.keys(until).length !== Number(State === 'postponed')) throw badRequest(messages.choosePostponement);
  if (untilAt !== undefined && untilAt <= now) throw badRequest(messages.untilPast);
  return until;
}

type Lists = Awaited<ReturnType<Context['store']['work']['lists']>>;

/** Throws a 400 for a tag that the client does not have, or a person who cannot be assigned. Null means nobody. */
export function checkTargets({ tags, people }: Lists, tagIds: readonly number[], assignee: number | null): void {
  if (!tagIds.every((tag) => tags.some(({ tagId }) => tagId === tag))) throw badRequest(messages.unknownTag);
  if (assignee !== null && !assignable(people).some(({ personId }) => personId === assignee))
    throw badRequest(messages.unknownPerson);
}

/** Resolves IDs in the client's lists. Throws a 400 for an ID that they do not contain. */
export async function readChange(
  { store, now }: Pick<Context, 'store' | 'now'>,
  clientId: string,
  body: ChangeBody,
): Promise<WorkChange> {
  const { State, AssigneeID, ReasonID, Reason, Tone, Hidden, AddTags, RemoveTags } = body;
  const until = readUntil(body, now);
  const isRejected = State === 'rejected';
  if (Number(ReasonID !== undefined) + Number(Reason !== undefined) !== Number(isRejected)) {
    throw badRequest(messages.chooseReason);
  }
  const lists = await store.work.lists(clientId);
  checkTargets(lists, AddTags, AssigneeID ?? null);
  const reason = Reason ?? lists.reasons.find(({ reasonId }) => reasonId === ReasonID)?.text;
  if (isRejected && reason === undefined) throw badRequest(messages.unknownReason);
  return {
    ...given({ state: State, ...until, assignee: AssigneeID, reason, tone: Tone, hidden: Hidden }),
    ...(AddTags.length > 0 && { addTags: AddTags }),
    ...(RemoveTags.length > 0 && { removeTags: RemoveTags }),
  };
}
