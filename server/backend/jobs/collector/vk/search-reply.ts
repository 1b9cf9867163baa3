/**
 * The reply of `newsfeed.search`, as far as the collector reads it. VK adds fields at any time, so unknown fields are
 * ignored, and a damaged optional field counts as missing. Times are seconds.
 */
import type {
  BaseError,
  GroupsGroupFull,
  NewsfeedSearchExtendedResponse,
  PhotosPhotoSizes,
  UsersUserFull,
  VideoVideoImage,
  WallWallpostAttachment,
  WallWallpostFull,
} from '@vkontakte/api-schema-typescript';
import * as v from 'valibot';
import { isCityId } from '../../../store/cities.ts';

/** The value, or undefined when it is missing or has another type. */
const lenient = <const Schema extends v.GenericSchema>(schema: Schema) => v.fallback(v.optional(schema), undefined);

/** A list without the items of another shape. */
const listOf = <const Schema extends v.GenericSchema>(item: Schema) =>
  v.pipe(
    v.array(v.fallback(v.nullable(item), null)),
    v.transform((items) => items.filter((value) => value !== null)),
  );
const lenientList = <const Schema extends v.GenericSchema>(item: Schema) =>
  v.fallback(v.optional(listOf(item), []), []);

const id = v.pipe(
  v.number(),
  v.safeInteger(),
  v.check((value) => value !== 0),
);
const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
/** Until the year 2100. */
const seconds = v.pipe(count, v.maxValue(4_102_444_799));
const text = lenient(v.string());
/** Limits far above what VK sends, even with entities. */
const name = v.pipe(v.string(), v.maxLength(1000));
const domain = v.pipe(v.string(), v.maxLength(100));
const url = v.pipe(v.string(), v.maxLength(2000));
const position = v.pipe(v.string(), v.maxLength(1000));

/** Names of VK's schema, so that a misspelt one does not compile. */
type Entries<T> = { [Name in keyof T]?: v.GenericSchema };

const counter = lenient(v.object({ count }));
const city = lenient(v.object({ id: v.pipe(id, v.check(isCityId)), title: name }));
const country = lenient(v.object({ title: name }));

const image = v.object({
  url,
  width: v.fallback(count, 0),
} satisfies Entries<PhotosPhotoSizes & VideoVideoImage>);
const video = lenient(v.object({ image: lenientList(image) }));

const attachment = v.object({
  photo: lenient(v.object({ sizes: lenientList(image) })),
  video,
  clip: video,
} satisfies Entries<WallWallpostAttachment>);

const copiedPost = v.object({
  id,
  owner_id: id,
  text,
  attachments: lenientList(attachment),
} satisfies Entries<WallWallpostFull>);

const post = v.object({
  ...copiedPost.entries,
  is_deleted: lenient(v.boolean()),
  date: seconds,
  edited: lenient(seconds),
  from_id: lenient(id),
  signer_id: lenient(id),
  marked_as_ads: lenient(v.number()),
  copy_history: lenientList(copiedPost),
  likes: counter,
  reposts: counter,
  comments: counter,
  views: counter,
} satisfies Entries<WallWallpostFull>);

/** `country` is not in VK's schema, but may arrive. */
const profile = v.object({
  id,
  first_name: lenient(name),
  last_name: lenient(name),
  screen_name: lenient(domain),
  photo_100: lenient(url),
  city,
  country,
} satisfies Entries<UsersUserFull & { country: unknown }>);

/** `id` is positive; the owner of the community's posts has its negative. */
const group = v.object({
  id,
  name: lenient(name),
  screen_name: lenient(domain),
  type: lenient(v.picklist(['group', 'page', 'event'])),
  photo_100: lenient(url),
  city,
  country,
} satisfies Entries<GroupsGroupFull & { country: unknown }>);

const response = v.object({
  /** Null where an item is not a post. */
  items: v.pipe(
    v.array(v.fallback(v.nullable(post), null)),
    v.check((items) => items.length === 0 || items.some((item) => item !== null)),
  ),
  profiles: lenientList(profile),
  groups: lenientList(group),
  total_count: lenient(count),
  count: lenient(count),
  next_from: lenient(position),
} satisfies Entries<NewsfeedSearchExtendedResponse>);

/** `redirect_uri` is where a person confirms the key. Not in VK's schema. */
const error = v.object({
  error_code: v.pipe(v.number(), v.safeInteger()),
  error_msg: text,
  redirect_uri: lenient(url),
} satisfies Entries<BaseError & { redirect_uri: unknown }>);

export const searchReply = v.union([v.object({ error }), v.object({ response })]);

export type VkError = v.InferOutput<typeof error>;
export type VkResponse = v.InferOutput<typeof response>;
export type VkPost = v.InferOutput<typeof post>;
export type VkImage = v.InferOutput<typeof image>;
export type VkProfile = v.InferOutput<typeof profile>;
export type VkGroup = v.InferOutput<typeof group>;
