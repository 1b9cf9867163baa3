/**
 * The parts of replies of the VK API that the collector reads. VK adds fields at any time, so unknown fields are
 * ignored, and a damaged optional field counts as missing. Times are seconds.
 */
import type {
  BaseError,
  BaseLink,
  DocsDoc,
  DocsDocPreviewPhotoSizes,
  GroupsGroupFull,
  NewsfeedSearchExtendedResponse,
  PhotosPhoto,
  PhotosPhotoAlbum,
  PhotosPhotoSizes,
  PollsPoll,
  UsersUserFull,
  VideoVideoFull,
  VideoVideoImage,
  WallGetByIdExtendedResponse,
  WallGetCommentsResponse,
  WallGetExtendedResponse,
  WallWallComment,
  WallWallpostAttachment,
  WallWallpostFull,
} from '@vkontakte/api-schema-typescript';
import * as v from 'valibot';
import { isCityId } from '../../../store/cities.ts';

/** The value, or undefined when it is missing or has another type. */
const lenient = <const Schema extends v.GenericSchema>(schema: Schema) => v.fallback(v.optional(schema), undefined);

/** A list without items of a different shape. */
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
/** Limits far above the lengths that VK sends, even with entities. */
const name = v.pipe(v.string(), v.maxLength(1000));
const domain = v.pipe(v.string(), v.maxLength(100));
const url = v.pipe(v.string(), v.maxLength(2000));
const position = v.pipe(v.string(), v.maxLength(1000));

/** Names of VK's schema, so that a misspelt one does not compile. */
type Entries<T> = { [Name in keyof T]?: v.GenericSchema };

/** VK's schema says boolean or 1. */
const flag = lenient(
  v.pipe(
    v.union([v.boolean(), v.number()]),
    v.transform((value) => Boolean(value)),
  ),
);

const counter = lenient(v.object({ count }));
const city = lenient(v.object({ id: v.pipe(id, v.check(isCityId)), title: name }));
const country = lenient(v.object({ title: name }));

const image = v.object({
  url,
  width: v.fallback(count, 0),
} satisfies Entries<PhotosPhotoSizes & VideoVideoImage>);
const title = lenient(name);
const video = lenient(v.object({ title, image: lenientList(image) } satisfies Entries<VideoVideoFull>));
/** VK's schema lacks `orig_photo`, the photo in its full size. */
const photo = lenient(
  v.object({ sizes: lenientList(image), orig_photo: lenient(image) } satisfies Entries<
    PhotosPhoto & { orig_photo: unknown }
  >),
);
/** The addresses of previews of documents are in `src`. */
const preview = v.pipe(
  v.object({ src: url, width: v.fallback(count, 0) } satisfies Entries<DocsDocPreviewPhotoSizes>),
  v.transform(({ src, width }) => ({ url: src, width })),
);
const document = v.object({
  title,
  preview: lenient(v.object({ photo: lenient(v.object({ sizes: lenientList(preview) })) })),
} satisfies Entries<DocsDoc>);

/** `article` is not in VK's schema. */
const attachment = v.object({
  photo,
  video,
  clip: video,
  link: lenient(v.object({ title, photo } satisfies Entries<BaseLink>)),
  poll: lenient(v.object({ question: title } satisfies Entries<PollsPoll>)),
  article: lenient(v.object({ title })),
  doc: lenient(document),
  album: lenient(v.object({ title, thumb: photo } satisfies Entries<PhotosPhotoAlbum>)),
} satisfies Entries<WallWallpostAttachment & { article: unknown }>);

const copiedPost = v.object({
  id,
  owner_id: id,
  text,
  attachments: lenientList(attachment),
} satisfies Entries<WallWallpostFull>);

const post = v.object({
  ...copiedPost.entries,
  is_deleted: flag,
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

const accounts = { profiles: lenientList(profile), groups: lenientList(group) };

/** The answer of `newsfeed.search`. */
export const vkFound = v.object({
  /** Null where an item is not a post. */
  items: v.pipe(
    v.array(v.fallback(v.nullable(post), null)),
    v.check((items) => items.length === 0 || items.some((item) => item !== null)),
  ),
  ...accounts,
  total_count: lenient(count),
  count: lenient(count),
  next_from: lenient(position),
} satisfies Entries<NewsfeedSearchExtendedResponse>);

/** A deleted post may lack everything but its ID. */
const named = v.object({ id, owner_id: id, is_deleted: flag } satisfies Entries<WallWallpostFull>);

/** The answer of `wall.getById`. `named`: every post that it names; `items`: those that can be read. */
export const vkLookedUp = v.pipe(
  v.object({ items: v.array(v.unknown()), ...accounts } satisfies Entries<WallGetByIdExtendedResponse>),
  v.transform(({ items, ...others }) => ({
    ...others,
    items: items.flatMap((item) => (v.is(post, item) ? [v.parse(post, item)] : [])),
    named: items.flatMap((item) => (v.is(named, item) ? [v.parse(named, item)] : [])),
  })),
);

const isPinned = v.object({ is_pinned: flag } satisfies Entries<WallWallpostFull>);

/** The answer of `wall.get`. `size`: how many items it has. */
export const vkWall = v.pipe(
  v.object({
    items: v.array(v.unknown()),
    count: lenient(count),
    ...accounts,
  } satisfies Entries<WallGetExtendedResponse>),
  v.transform(({ items, ...others }) => ({
    ...others,
    size: items.length,
    items: items.flatMap((item) =>
      v.is(post, item) ? [{ ...v.parse(post, item), isPinned: v.parse(isPinned, item).is_pinned === true }] : [],
    ),
  })),
);

/** A deleted one has neither author nor text. */
const reply = v.object({
  id,
  from_id: lenient(id),
  date: seconds,
  text,
  parents_stack: lenientList(id),
  attachments: lenientList(attachment),
  likes: counter,
  deleted: flag,
} satisfies Entries<WallWallComment>);
const comment = v.object({
  ...reply.entries,
  thread: lenient(v.object({ count, items: lenientList(reply) })),
} satisfies Entries<WallWallComment>);

/** The answer of `wall.getComments`. `size`: how many items it has. */
export const vkComments = v.pipe(
  v.object({
    items: v.array(v.unknown()),
    count: lenient(count),
    current_level_count: lenient(count),
  } satisfies Entries<WallGetCommentsResponse>),
  v.transform(({ items, ...others }) => ({
    ...others,
    size: items.length,
    items: items.flatMap((item) => (v.is(comment, item) ? [v.parse(comment, item)] : [])),
  })),
);

/** `deactivated`: deleted or banned. */
const access = { is_closed: flag, deactivated: text };
const foundGroup = v.object({ ...group.entries, ...access } satisfies Entries<
  GroupsGroupFull & { country: unknown; deactivated: unknown }
>);
const foundProfile = v.object({ ...profile.entries, ...access } satisfies Entries<
  UsersUserFull & { country: unknown }
>);

/** The answers of `groups.getById` and `users.get`. */
export const vkGroups = v.pipe(
  v.object({ groups: listOf(foundGroup) }),
  v.transform(({ groups }) => groups),
);
export const vkUsers = listOf(foundProfile);

/** `redirect_uri` is where a person confirms the key. Not in VK's schema. */
const error = v.object({
  error_code: v.pipe(v.number(), v.safeInteger()),
  error_msg: text,
  redirect_uri: lenient(url),
} satisfies Entries<BaseError & { redirect_uri: unknown }>);

export const vkErrorReply = v.object({ error });

export type VkError = v.InferOutput<typeof error>;
export type VkFound = v.InferOutput<typeof vkFound>;
export type VkLookedUp = v.InferOutput<typeof vkLookedUp>;
export type VkWall = v.InferOutput<typeof vkWall>;
export type VkReply = v.InferOutput<typeof reply>;
export type VkComments = v.InferOutput<typeof vkComments>;
export type VkGroups = v.InferOutput<typeof vkGroups>;
export type VkUsers = v.InferOutput<typeof vkUsers>;
export type VkPost = v.InferOutput<typeof post>;
export type VkAttachment = v.InferOutput<typeof attachment>;
export type VkImage = v.InferOutput<typeof image>;
export type VkProfile = v.InferOutput<typeof profile>;
export type VkGroup = v.InferOutput<typeof group>;
