/** Answers calls with VK's checks in VK's order: method, version, key, limits, parameters. Errors have the HTTP status 200. */

import type {
  BaseError,
  NewsfeedSearchExtendedResponse,
  WallGetByIdExtendedResponse,
  WallGetExtendedResponse,
} from '@vkontakte/api-schema-typescript';
import { dayMs } from '../../shared/durations.ts';
import { getComments } from './comments.ts';
import type { AnswerFault, Call } from './read-call.ts';
import { type Params, readNumber, VkRefusal } from './refusal.ts';
import type { Group, Profile, WallPost, World } from './world.ts';

export function vkError(refusal: VkRefusal, method: string, params: ReadonlyMap<string, string>): BaseError {
  const { code: error_code, message: error_msg } = refusal;
  // VK itself omits the parameters from error 10.
  if (error_code === 10) return { error_code, error_msg };
  const entries = [['method', method], ['oauth', '1'], ...params] as const;
  const request_params = entries.map(([key, value]) => ({ key, value }));
  const redirect = error_code === 14 ? { redirect_uri: 'https://id.vk.ru/not_robot_captcha?domain=vk.com' } : {};
  return { error_code, error_msg, request_params, ...redirect };
}

/** Null disables a limit. `perDay`: searches. No limit of `wall.getById` and
 * `wall.getComments` is documented; of `wall.get` it is 5,000. */
export type Limits = {
  perSecond: number | null;
  perDay: number | null;
  lookUpsPerDay: number | null;
  wallsPerDay: number | null;
};

function createCallLimits() {
  const times = new Map<string, number[]>();

  /** Counts the call. False, without counting: there were `limit` calls of this name within the span. */
  function take(name: string, limit: number | null, spanMs: number, now: number): boolean {
    if (limit === null) return true;
    const recent = (times.get(name) ?? []).filter((time) => time > now - spanMs);
    if (recent.length >= limit) return false;
    times.set(name, [...recent, now]);
    return true;
  }
  /** Throws error 6 or 29. */
  return (key: string, method: string, limits: Limits, now: number): void => {
    const { perSecond, perDay, lookUpsPerDay, wallsPerDay } = limits;
    if (!take(key, perSecond, 1000, now)) throw new VkRefusal(6);
    const others = new Map<string, number | null>([
      ['groups.getById', null],
      ['users.get', null],
      ['wall.getById', lookUpsPerDay],
      ['wall.get', wallsPerDay],
      ['wall.getComments', null],
    ]);
    const limit = others.has(method) ? (others.get(method) ?? null) : perDay;
    if (!take(`${key} ${method}`, limit, dayMs, now)) throw new VkRefusal(29);
  };
}

/** The maximum number of results of one query that can be read. */
const resultsMax = 1000;
const countMax = 200;
const daySeconds = dayMs / 1000;

/** VK's format is the offset and the last post: «200/-1_77». */
function readOffset(params: Params): number {
  const [, offset] = /^(\d+)\/-?\d+_\d+$/.exec(params.get('start_from') || '0/0_0') ?? [];
  if (offset === undefined) throw new VkRefusal(100, 'start_from is invalid');
  return Number(offset);
}

/** Fields that VK returns only when `fields` names them. */
const optionalFields = ['city', 'verified', 'members_count', 'domain'];

function pickFields<T extends object>(record: T, fields: readonly string[]): T {
  const shown = ([name]: [string, unknown]) => !optionalFields.includes(name) || fields.includes(name);
  return Object.fromEntries(Object.entries(record).filter(shown)) as T;
}

const isPinned = ({ is_pinned }: WallPost): boolean => Boolean(is_pinned);

const peopleOf = (post: WallPost): number[] => [
  post.owner_id,
  post.from_id,
  ...(post.signer_id === undefined ? [] : [post.signer_id]),
  ...(post.copy_history ?? []).flatMap(peopleOf),
];

function extend(items: readonly WallPost[], world: World, params: Params) {
  const fields = (params.get('fields') ?? '').split(',').map((field) => field.trim());
  const ids = [...new Set(items.flatMap(peopleOf))];
  return {
    profiles: ids.filter((id) => id > 0).map((id) => pickFields(world.profile(id), fields)),
    groups: ids.filter((id) => id < 0).map((id) => pickFields(world.group(-id), fields)),
  };
}

/** `now` is in milliseconds. Throws error 100. */
export function searchNews(world: World, params: Params, now: number): NewsfeedSearchExtendedResponse {
  const text = params.get('q') ?? '';
  if (text.trim() === '') throw new VkRefusal(100, 'q is undefined');
  const size = readNumber(params, 'count', 30, countMax);
  // Posts with a later date do not exist yet.
  const to = Math.min(readNumber(params, 'end_time', Number.MAX_SAFE_INTEGER), Math.floor(now / 1000));
  const from = readNumber(params, 'start_time', Math.floor(now / 1000) - daySeconds);
  const offset = readOffset(params);
  const found = world.search({ text, from, to });
  const readable = found.slice(0, resultsMax);
  const items = readable.slice(offset, offset + size);
  const [last] = items.slice(-1);
  const end = offset + items.length;
  return {
    items,
    ...(last && end < readable.length ? { next_from: `${end}/${last.owner_id}_${last.id}` } : {}),
    count: readable.length,
    total_count: found.length,
    ...(params.get('extended') === '1' ? extend(items, world, params) : {}),
  };
}

const postsMax = 100;

/** `now` is in milliseconds. Posts that do not exist are absent. Throws error 100. */
export function getPosts(world: World, params: Params, now: number): WallGetByIdExtendedResponse {
  const ids = (params.get('posts') ?? '').split(',').map((id) => /^(-?\d+)_(\d+)$/.exec(id.trim()));
  if (ids.length > postsMax || ids.includes(null)) throw new VkRefusal(100, 'posts is invalid');
  const items = ids.flatMap((id) => world.post(Number(id?.[1]), Number(id?.[2])) ?? []);
  const published = items.filter(({ date }) => date * 1000 <= now);
  return { items: published, ...(params.get('extended') === '1' ? extend(published, world, params) : {}) };
}

const wallMax = 100;

/**
 * The posts of a wall, newest first; a pinned one stands first and takes a place of the offset. `now` is in milliseconds. Throws
 * error 15 for a closed wall, 18 for a deleted one, and 100.
 */
function getWall(world: World, params: Params, now: number): WallGetExtendedResponse {
  const owner = Number(params.get('owner_id'));
  if (!Number.isSafeInteger(owner) || owner === 0) throw new VkRefusal(100, 'owner_id is invalid');
  const refusal = world.wallError(owner);
  if (refusal !== null) throw new VkRefusal(refusal);
  const [offset, size] = [readNumber(params, 'offset', 0), readNumber(params, 'count', 20, wallMax)];
  const published = world.wall(owner).filter(({ date }) => date * 1000 <= now);
  const ordered = [...published.filter(isPinned), ...published.filter((post) => !isPinned(post))];
  const items = ordered.slice(offset, offset + size);
  const extended = params.get('extended') === '1' ? extend(items, world, params) : {};
  return { count: ordered.length, items, ...extended } as WallGetExtendedResponse;
}

const namesOf = (params: Params, parameter: string): string[] => (params.get(parameter) ?? '').split(',');

/** Communities by number or short name; unknown ones are left out. Throws error 100 when none is known. */
function getGroups(world: World, params: Params): { groups: Group[]; profiles: Profile[] } {
  const names = namesOf(params, 'group_ids');
  const groups = names.flatMap(
    (name) => (/^\d+$/.test(name) ? world.group(Number(name)) : world.groupNamed(name)) ?? [],
  );
  if (groups.length === 0) throw new VkRefusal(100, 'group_ids is undefined');
  return { groups, profiles: [] };
}

/** People by number or short name; unknown ones are left out. */
const getUsers = (world: World, params: Params): Profile[] =>
  namesOf(params, 'user_ids').flatMap(
    (name) => (/^\d+$/.test(name) ? world.profile(Number(name)) : world.profileNamed(name)) ?? [],
  );

const methods: Readonly<Record<string, (world: World, params: Params, now: number) => object>> = {
  'newsfeed.search': searchNews,
  'wall.getById': getPosts,
  'wall.get': getWall,
  'wall.getComments': getComments,
  'groups.getById': getGroups,
  'users.get': getUsers,
};

/** The minor version of the oldest version that VK accepts, 5.81. */
const oldestMinor = 81;

/** Returns the key of the call; throws a `VkRefusal`. */
function acceptCall({ method, params, key }: Call, keys: ReadonlySet<string>): string {
  if (!Object.hasOwn(methods, method)) throw new VkRefusal(3);
  const version = params.get('v');
  if (version === undefined) throw new VkRefusal(8, 'v (version) is required');
  const [, minor] = /^5\.(\d+)$/.exec(version) ?? [];
  if (!(Number(minor) >= oldestMinor)) throw new VkRefusal(8, `versions below 5.${oldestMinor} are deprecated`);
  if (key === null || !keys.has(key)) throw new VkRefusal(5);
  return key;
}

/** Returns a function that answers a call with a body. Keys and limits may change between calls. */
export function createAnswers(world: World, { keys, limits }: { keys: ReadonlySet<string>; limits: Limits }) {
  const checkLimits = createCallLimits();
  return (call: Call, fault: AnswerFault | null): string => {
    try {
      checkLimits(acceptCall(call, keys), call.method, limits, call.at);
      if (fault === null) return JSON.stringify({ response: methods[call.method]?.(world, call.params, call.at) });
      if ('answer' in fault) return JSON.stringify(fault.answer);
      throw new VkRefusal(fault.code, fault.detail);
    } catch (error) {
      if (!(error instanceof VkRefusal)) throw error;
      return JSON.stringify({ error: vkError(error, call.method, call.params) });
    }
  };
}
