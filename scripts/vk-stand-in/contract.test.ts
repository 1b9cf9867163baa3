/**
 * Compares whole answers with VK's schema: `satisfies` rejects names and values that the schema does not have, and the
 * comparison rejects answers that differ from the checked ones.
 */
import type {
  BaseError,
  NewsfeedSearchExtendedResponse,
  PhotosPhoto,
  WallGetByIdExtendedResponse,
} from '@vkontakte/api-schema-typescript';
import { getPosts, searchNews, vkError } from './answer-call.ts';
import { VkRefusal } from './refusal.ts';
import { createPostsWorld, group, profile, wallPost } from './world.ts';

const now = Date.parse('2026-11-20T12:00:00Z');
const date = now / 1000 - 60;

const photo = {
  id: 5,
  owner_id: -1,
  date,
  text: 'станция',
  sizes: [{ type: 'x' as const, url: 'https://sun9-1.userapi.com/x.jpg', width: 604, height: 403 }],
} satisfies PhotosPhoto;

function createWorld() {
  const world = createPostsWorld();
  const original = wallPost({ id: 3, owner_id: -2, date: date - 60, text: 'Метро продлят' });
  world.addPosts([
    wallPost({
      id: 7,
      signer_id: 9,
      date,
      edited: date + 30,
      text: 'Метро',
      post_type: 'copy',
      attachments: [
        { type: 'photo', photo },
        { type: 'link', link: { url: 'https://example.ru', title: 'Новость' } },
      ],
      copy_history: [original],
      views: { count: 40 },
    }),
    wallPost({ id: 8, date: date - 1, text: 'метро', is_deleted: true, deleted_reason: 'by owner' }),
  ]);
  world.addGroups([
    group({
      id: 1,
      city: { id: 1, title: 'Москва' },
      members_count: 5,
      photo_100: 'https://vk.com/g.jpg',
      verified: 1,
    }),
    group({ id: 2, deactivated: 'banned' }),
  ]);
  world.addProfiles([
    profile({ id: 9, city: { id: 2, title: 'Омск' }, photo_100: 'https://vk.com/p.jpg', domain: 'anna', verified: 0 }),
  ]);
  return world;
}

const counters = {
  likes: { count: 0, user_likes: 0 },
  reposts: { count: 0, user_reposted: 0 },
  comments: { count: 0 },
} as const;

test('an extended answer has the shape of VK’s schema', () => {
  const params = { q: 'метро', count: '1', extended: '1', fields: 'city,domain,verified,members_count' };
  const answer = searchNews(createWorld(), new Map(Object.entries(params)), now);
  expect(answer).toEqual({
    items: [
      {
        id: 7,
        owner_id: -1,
        from_id: -1,
        signer_id: 9,
        date,
        edited: date + 30,
        text: 'Метро',
        post_type: 'copy',
        marked_as_ads: 0,
        attachments: [
          { type: 'photo', photo },
          { type: 'link', link: { url: 'https://example.ru', title: 'Новость' } },
        ],
        copy_history: [
          {
            id: 3,
            owner_id: -2,
            from_id: -2,
            date: date - 60,
            text: 'Метро продлят',
            post_type: 'post',
            marked_as_ads: 0,
            ...counters,
          },
        ],
        views: { count: 40 },
        ...counters,
      },
    ],
    next_from: '1/-1_7',
    count: 2,
    total_count: 2,
    profiles: [
      {
        id: 9,
        first_name: 'Имя',
        last_name: 'Фамилия 9',
        is_closed: false,
        can_access_closed: true,
        screen_name: 'id9',
        domain: 'anna',
        city: { id: 2, title: 'Омск' },
        photo_100: 'https://vk.com/p.jpg',
        verified: 0,
      },
    ],
    groups: [
      {
        id: 1,
        name: 'Сообщество 1',
        screen_name: 'club1',
        type: 'group',
        is_closed: 0,
        city: { id: 1, title: 'Москва' },
        members_count: 5,
        photo_100: 'https://vk.com/g.jpg',
        verified: 1,
      },
      {
        id: 2,
        name: 'Сообщество 2',
        screen_name: 'club2',
        type: 'group',
        is_closed: 0,
        deactivated: 'banned',
      },
    ],
  } satisfies NewsfeedSearchExtendedResponse);
});

test('known posts are returned as they are now, without those that do not exist', () => {
  const world = createWorld();
  world.growPosts([wallPost({ id: 7, date })], 1000);
  world.changePost(-1, 7, { text: 'Метро закрыто' });
  const ask = (posts: string) => getPosts(world, new Map(Object.entries({ posts })), now);
  expect(ask('-1_7, -1_8,-1_99')).toMatchObject({
    items: [
      { id: 7, text: 'Метро закрыто' },
      { id: 8, is_deleted: true },
    ],
  } satisfies WallGetByIdExtendedResponse);
  world.removePost(-1, 7);
  expect(ask('-1_7')).toEqual({ items: [] });
  expect(() => ask('1;2')).toThrow(VkRefusal);
  expect(() => ask(Array.from({ length: 101 }, (_, id) => `-1_${id}`).join())).toThrow(VkRefusal);
});

test('an error has the shape of VK’s schema', () => {
  expect(vkError(new VkRefusal(100, 'q is undefined'), 'newsfeed.search', new Map([['v', '5.199']]))).toEqual({
    error_code: 100,
    error_msg: 'One of the parameters specified was missing or invalid: q is undefined',
    request_params: [
      { key: 'method', value: 'newsfeed.search' },
      { key: 'oauth', value: '1' },
      { key: 'v', value: '5.199' },
    ],
  } satisfies BaseError);
});
