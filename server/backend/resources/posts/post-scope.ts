/** Converts the filters of a call to the scope of a viewer. */
import { accountOf, type Identity } from '../../rules/account.ts';
import { lowerBound, upperBound } from '../../rules/days.ts';
import type { PostScope } from '../../store/posts-store.ts';
import type { PostFiltersQuery } from './schemas.ts';

export function toScope(viewer: Identity, timeZone: string, filters: PostFiltersQuery): PostScope {
  const { wordId = null, wordIds = null, ownerId = null, cityId = null, text = null, postDtFrom, postDtTo } = filters;
  const { copies, storyId = null, unread = false, since = null, until = null, weekday = null, hour = null } = filters;
  const { first = false } = filters;
  return {
    clientId: viewer.type === 'client' ? viewer.clientId : null,
    account: accountOf(viewer),
    wordId,
    wordIds,
    ownerId,
    cityId,
    text,
    from: postDtFrom === undefined ? null : lowerBound(postDtFrom, timeZone),
    to: postDtTo === undefined ? null : upperBound(postDtTo, timeZone),
    weekday,
    hour,
    hideCopies: copies === 'hide',
    storyId,
    since,
    until,
    first,
    unread,
  };
}
