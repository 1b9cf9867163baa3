/**
 * The events of the journal, as JSON: IDs, names, and values before and after a change. Never rename a field, because stored
 * events keep their format. No event has a password, a token, a contact of a client or the address of a message, because anyone
 * who knows the address of a chat can write there.
 */

import type { KeyScope } from '../../../../shared/api/keys.ts';
import type { MuteKind } from '../../../../shared/api/mutes.ts';
import type { DownloadFormat, DownloadName } from '../../../../shared/export.ts';
import type { ClientRole, UserType } from '../../../../shared/roles.ts';
import {
  type AlertChannel,
  type AlertSchedule,
  type AlertTrigger,
  describeAlertCondition,
} from '../../../../shared/rules/alerts.ts';
import type { ExportAccess } from '../../../../shared/rules/client.ts';
import type { WordState } from '../../../../shared/rules/word-states.ts';
import { clientOf, type Identity, type ImpersonationEnding, nameOf, type Person, personTitle } from '../account.ts';
import type { AlertRule } from '../alerts/rule.ts';
import type { WorkChange, WorkDifference, WorkNames } from '../work.ts';
import type { WorkRule, WorkRuleChange } from '../work-rule.ts';
import type { DescribedWork } from './describe-work.ts';
import type { ReportEvent } from './report-events.ts';

const contactFields = ['name', 'ipaddr', 'macaddr', 'email', 'phone', 'note'] as const;
export type ContactField = (typeof contactFields)[number];
type ClientValues = Record<ContactField, string> & {
  clientId: string;
  exportAccess: ExportAccess;
  keepCommentsDays: number | null;
};

type WordValues = { wordId: number; text: string; state: WordState; fullSearch: boolean };
type WordChange = { before?: Partial<WordValues>; after?: Partial<WordValues> };
const wordFields = ['wordId', 'text', 'state', 'fullSearch'] as const;

type RuleChange = { after?: Partial<RuleValues>; changed?: ('address' | 'quiet')[]; paused?: boolean };
type RuleValues = AlertTrigger & { name: string; view: string; channel: AlertChannel; schedule: AlertSchedule };

/** `clientId`: the change concerns only this client; null if it concerns all, or the author's own account. */
export type JournalEvent =
  | { of: 'account'; type: UserType; name: string; observer?: true }
  | {
      of: 'client';
      clientId: string;
      name: string;
      changed?: ContactField[];
      exportAccess?: ExportAccess;
      keepCommentsDays?: number | null;
    }
  | { of: 'person'; clientId: string; title: string; role: ClientRole; mayExport: boolean }
  | ({ of: 'word'; wordId: number; text: string; clientId: string | null } & WordChange)
  /**
   * A source or an author. `posts`: the number of erased posts; an erased target has no name. `comments`, `everyPost`: switches of a wall.
   */
  | {
      of: 'target';
      kind: MuteKind;
      id: number;
      name: string | null;
      clientId?: string | null;
      posts?: number;
      comments?: boolean;
      everyPost?: boolean;
    }
  /** Deleted rows of posts from before a time; of comments that no client keeps any more. */
  | { of: 'old-posts'; before: number; timeZone: string; rows: number }
  | { of: 'old-comments'; rows: number }
  | { of: 'view'; name: string; clientId: string | null; newName?: string; newQuery?: true }
  | ({ of: 'rule'; clientId: string | null } & RuleValues & RuleChange)
  | ReportEvent
  | ({ of: 'work-rule'; clientId: string; name: string } & WorkRuleChange)
  /** An Atom feed of a view or a rule. */
  | { of: 'feed'; rule: boolean; name: string; clientId: string | null; revoked?: boolean }
  | { of: 'key'; name: string; scopes: KeyScope[] }
  /** Work on stories. For several stories, the difference is the requested change. */
  | ({ of: 'work'; clientId: string; stories: number; storyId?: number; batchId: number | null } & DescribedWork)
  | { of: 'work-stopped'; clientId: string; batchId: number; changed: number; total: number }
  | { of: 'note'; clientId: string; storyId: number }
  | { of: 'work-list'; kind: 'tag' | 'reason'; clientId: string; name: string; newName?: string }
  | { of: 'export'; list: DownloadName; format: DownloadFormat }
  | { of: 'impersonation'; reason: string | null; readOnly: boolean }
  | { of: 'ending'; ending: ImpersonationEnding }
  /** `reason`: a key of `reasonLabels`, or ''. `more`: the refusals after the recorded one. */
  | { of: 'reason'; reason: string; more?: number };

/** The title of a person includes the client. */
const titleOf = (identity: Identity): string =>
  identity.type === 'client' && identity.person ? `${identity.clientId}, ${nameOf(identity)}` : nameOf(identity);

export const accountEvent = (identity: Identity): JournalEvent => ({
  of: 'account',
  type: identity.type,
  name: titleOf(identity),
  ...(identity.type === 'admin' && identity.observer && { observer: true }),
});

export const personEvent = (clientId: string, { role, mayExport, ...names }: Omit<Person, 'personId'>) =>
  ({ of: 'person', clientId, title: personTitle(names), role, mayExport }) as const;

export const targetEvent = (kind: MuteKind, id: number, name: string | null, clientId: string | null = null) =>
  ({ of: 'target', kind, id, name, clientId }) as const;

export const wallEvent = (
  id: number,
  name: string | null,
  clientId: string,
  switches: { comments: boolean; everyPost: boolean },
) => ({ ...targetEvent('owner', id, name, clientId), ...switches }) as const;

export const viewEvent = ({ name, clientId }: { name: string; clientId: string | null }) =>
  ({ of: 'view', name, clientId }) as const;

export const wordEvent = ({ wordId, text }: Pick<WordValues, 'wordId' | 'text'>, clientId: string | null = null) =>
  ({ of: 'word', wordId, text, clientId }) as const;

/** Null when nothing has changed. */
export function wordChange(first: WordValues, second: WordValues, clientId: string | null): JournalEvent | null {
  const changed = wordFields.filter((name) => first[name] !== second[name]);
  const valuesOf = (word: WordValues): Partial<WordValues> =>
    Object.fromEntries(changed.map((name) => [name, word[name]]));
  return changed.length === 0
    ? null
    : { ...wordEvent(first, clientId), before: valuesOf(first), after: valuesOf(second) };
}

export const clientEvent = ({ clientId, name }: Pick<ClientValues, 'clientId' | 'name'>) =>
  ({ of: 'client', clientId, name }) as const;

/** Names the changed fields, with the values only of the permission to export and of the retention. Null when nothing has changed. */
export function clientChange(before: ClientValues, after: Omit<ClientValues, 'clientId'>): JournalEvent | null {
  const changed = contactFields.filter((name) => before[name] !== after[name]);
  const { exportAccess, keepCommentsDays } = after;
  const hasOtherAccess = before.exportAccess !== exportAccess;
  const keepsOthers = before.keepCommentsDays !== keepCommentsDays;
  if (changed.length === 0 && !hasOtherAccess && !keepsOthers) return null;
  return {
    ...clientEvent(before),
    changed,
    ...(hasOtherAccess && { exportAccess }),
    ...(keepsOthers && { keepCommentsDays }),
  };
}

export const ruleEvent = (rule: AlertRule) => {
  const { name, view, condition, least, period, channel, schedule, account } = rule;
  return { of: 'rule', clientId: clientOf(account), name, view, condition, least, period, channel, schedule } as const;
};

/** Null when nothing has changed. */
export function ruleChange(first: AlertRule, second: AlertRule): JournalEvent | null {
  const { name, view, condition, least, period, channel, schedule } = second;
  const after: Partial<RuleValues> = {
    ...(name !== first.name && { name }),
    ...(second.viewId !== first.viewId && { view }),
    ...(describeAlertCondition(second) !== describeAlertCondition(first) && { condition, least, period }),
    ...(channel !== first.channel && { channel }),
    ...(schedule !== first.schedule && { schedule }),
  };
  const changed: ('address' | 'quiet')[] = [];
  if (second.address !== first.address) changed.push('address');
  if (second.quietFrom !== first.quietFrom || second.quietTo !== first.quietTo) changed.push('quiet');
  const isSame = Object.keys(after).length === 0 && changed.length === 0;
  return isSame ? null : { ...ruleEvent(first), after, changed };
}

/** `first`: the change of the first story, which is recorded if it is the only one; null when it is not known. */
export function workEvent(
  { clientId, stories, batchId }: { clientId: string; stories: number; batchId: number | null },
  { addTags = [], removeTags = [], ...values }: WorkChange,
  { people, tags }: WorkNames,
  first: (WorkDifference & { storyId: number }) | null,
): JournalEvent {
  const one = stories === 1 ? first : null;
  const asked = { before: { tags: removeTags }, after: { ...values, tags: addTags } };
  const { before, after } = one ?? asked;
  const named = new Set([...(before.tags ?? []), ...(after.tags ?? [])]);
  const { assignee } = after;
  return {
    of: 'work',
    clientId,
    stories,
    batchId,
    before,
    after,
    ...(one && { storyId: one.storyId }),
    people: assignee === null || assignee === undefined ? {} : { [assignee]: people[assignee] ?? '' },
    tags: Object.fromEntries(tags.filter(({ tagId }) => named.has(tagId)).map(({ tagId, name }) => [tagId, name])),
  };
}

export const workListEvent = (clientId: string, kind: 'tag' | 'reason', name: string, newName?: string) =>
  ({ of: 'work-list', kind, clientId, name, ...(newName !== undefined && { newName }) }) as const;

export const workRuleEvent = ({ clientId, name }: WorkRule) => ({ of: 'work-rule', clientId, name }) as const;
