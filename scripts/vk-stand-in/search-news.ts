/** `newsfeed.search`: newest posts first, by pages, with a cap of 1,000 results. */
import { VkRefusal } from './vk-errors.ts';
import type { Group, Profile, WallPost } from './wall-objects.ts';
import type { World } from './world.ts';

/** Only this many results of one query can be read. */
const resultsMax = 1000;
const countMax = 200;
const daySeconds = 24 * 60 * 60;

export type SearchAnswer = {
  items: WallPost[];
  next_from?: string;
  /** Results that can be read. */
  count: number;
  /** All results. */
  total_count: number;
  profiles?: Profile[];
  groups?: Group[];
};

type Params = ReadonlyMap<string, string>;

function readNumber(params: Params, name: string, missing: number, max = Number.MAX_SAFE_INTEGER): number {
  const text = params.get(name);
  if (text === undefined || text === '') return missing;
  const value = Number(text);
  if (!/^\d+$/.test(text) || value > max) throw new VkRefusal(100, `${name} should be from 0 to ${max}`);
  return value;
}

/** VK writes the offset and the last post: «200/-1_77». */
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
export function searchNews(world: World, params: Params, now: number): SearchAnswer {
  const text = params.get('q') ?? '';
  if (text.trim() === '') throw new VkRefusal(100, 'q is undefined');
  const size = readNumber(params, 'count', 30, countMax);
  // Posts that are dated later do not exist yet.
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
