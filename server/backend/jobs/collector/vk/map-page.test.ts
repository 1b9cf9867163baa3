// Proves: collection#posts
import * as v from 'valibot';
import { group, profile, wallPost } from '../../../../../scripts/vk-stand-in/world.ts';
import { oddPosts } from '../../../../../test/support/odd-posts.ts';
import { textMax } from '../../../rules/clean-text.ts';
import { mapLookedUp, mapPage } from './map-page.ts';
import { vkFound, vkLookedUp } from './search-reply.ts';

const date = Date.parse('2026-11-20T09:00:00Z') / 1000;
const odd = oddPosts(date);
const moscow = { id: 1, title: 'Москва' };

type Accounts = { profiles?: unknown[]; groups?: unknown[] };

function pageOf(items: unknown[], { profiles = [], groups = [group({ id: 1 })] }: Accounts = {}, more: object = {}) {
  return mapPage(v.parse(vkFound, { items, profiles, groups, count: items.length, ...more }));
}

const postOf = (item: unknown, accounts?: Accounts) => pageOf([item], accounts).posts[0];
const image = (width: number) => ({ url: `https://sun9-1.userapi.com/${width}.jpg`, width, height: 1 });
const withAttachments = (...attachments: unknown[]) => ({ ...wallPost({ id: 1, date }), attachments });

describe('the text of a post', () => {
  test.each([
    ['entities', odd.entities, 'Метро <центр> & "запад" 🃏, 2×2'],
    ['wiki links', odd.wikiMarks, 'Анна о метро: Вестник, подробнее [1]'],
    ['NUL and control characters', odd.nul, 'Метро закрыто'],
    ['a lone surrogate', odd.loneSurrogate, 'Метро  открыто'],
    ['16,000 characters', odd.long, odd.long.text],
    ['a repost', odd.repost, 'Метро продлят'],
  ])('is stored clean and whole: %s', (_name, post, text) => {
    expect(postOf(post)?.text).toBe(text);
  });

  test('is null without one, and marks where the words of another begin', () => {
    expect(postOf(odd.withoutText)?.text).toBeNull();
    const { text, textParts } = postOf({ ...odd.repost, text: 'Смотрите' }) ?? {};
    expect([text, textParts]).toEqual(['Смотрите\n\nМетро продлят', [{ kind: 'repost', at: 10 }]]);
  });
});

describe('the picture of a post', () => {
  test.each([
    ['the widest size up to 807 px', odd.withoutText, 'x.jpg'],
    [
      'the narrowest of wider ones',
      withAttachments({ type: 'photo', photo: { sizes: [image(2560), image(1280)] } }),
      '1280.jpg',
    ],
    [
      'the preview of a video',
      withAttachments({ type: 'video', video: { image: [image(320), image(800)] } }),
      '800.jpg',
    ],
    ['the preview of a clip', withAttachments({ type: 'clip', clip: { image: [image(320)] } }), '320.jpg'],
    [
      'a photo rather than a video',
      withAttachments(
        { type: 'video', video: { image: [image(320)] } },
        { type: 'doc', doc: {} },
        { type: 'photo', photo: { sizes: [image(604)] } },
      ),
      '604.jpg',
    ],
    ['the picture of the reposted post', odd.repost, 'x.jpg'],
  ])('is %s', (_name, post, name) => {
    expect(postOf(post)?.photoUrl).toBe(`https://sun9-1.userapi.com/${name}`);
  });

  test('is null without one, and when its address is not a web address', () => {
    expect(postOf(odd.entities)?.photoUrl).toBeNull();
    const photo = { sizes: [{ ...image(604), url: 'javascript:alert(1)' }] };
    expect(postOf(withAttachments({ type: 'photo', photo }))?.photoUrl).toBeNull();
  });
});

describe('posts', () => {
  test('keep their IDs, time, counters and facts', () => {
    const likes = { count: 5, user_likes: 0 };
    expect(postOf({ ...odd.signed, likes, views: { count: 900 } })).toEqual({
      ownerId: -1,
      postId: 10,
      userId: 2,
      cityId: null,
      comment: null,
      postedAt: date * 1000,
      text: 'Реклама метро',
      textParts: [],
      photoUrl: null,
      facts: {
        likes: 5,
        reposts: 0,
        comments: 0,
        views: 900,
        isAd: true,
        editedAt: (date + 60) * 1000,
        repostOf: null,
      },
    });
  });

  test('without counters have null', () => {
    const { facts } = postOf({ id: 1, owner_id: -1, date, text: 'Метро' }) ?? {};
    expect(facts).toMatchObject({
      likes: null,
      reposts: null,
      comments: null,
      views: null,
      isAd: false,
      editedAt: null,
    });
  });

  test('name the post that they repost', () => {
    expect(postOf(odd.repost)?.facts.repostOf).toEqual({ ownerId: -2, postId: 60 });
  });

  test('are omitted if they are deleted or not posts', () => {
    const { posts, next } = pageOf([odd.isDeleted, { id: 'x' }, null, odd.entities]);
    expect(posts.map(({ postId }) => postId)).toEqual([1]);
    expect(next).toBeNull();
  });

  test('ignore fields of an unexpected type', () => {
    const post = { ...odd.entities, likes: 'many', attachments: 'none', copy_history: [7], signer_id: '2', edited: -1 };
    expect(postOf(post)).toMatchObject({
      postId: 1,
      userId: -1,
      facts: { likes: null, editedAt: null, repostOf: null },
    });
  });
});

describe('sources', () => {
  test('are communities with the negative ID, and people', () => {
    const posts = [odd.entities, odd.nul, wallPost({ id: 3, owner_id: 2, date })];
    const groups = [
      group({ id: 1, name: 'Метро &amp; МЦК', screen_name: 'metro', type: 'page', photo_100: 'https://vk.com/p' }),
    ];
    expect(pageOf(posts, { groups, profiles: [profile({ id: 2 })] }).owners).toEqual([
      { ownerId: -1, ownerType: 'page', name: 'Метро & МЦК', domain: 'metro', photoUrl: 'https://vk.com/p' },
      { ownerId: 2, ownerType: 'user', name: 'Имя Фамилия 2', domain: 'id2', photoUrl: null },
    ]);
  });

  test.each([
    ['group', 'club1'],
    ['page', 'public1'],
    ['event', 'event1'],
    ['new', 'club1'],
  ])('of the type %s have the address %s when VK sends none', (type, domain) => {
    const { owners } = pageOf([odd.entities], { groups: [{ id: 1, name: 'Сообщество', type }] });
    expect(owners).toMatchObject([{ domain, ownerType: type === 'new' ? 'group' : type }]);
  });

  test('do not include the sources of reposted posts', () => {
    const { owners } = pageOf([odd.repost], { groups: [group({ id: 1 }), group({ id: 2 })] });
    expect(owners.map(({ ownerId }) => ownerId)).toEqual([-1]);
  });

  test('that are deleted do not replace a stored name', () => {
    const deleted = { id: 3, first_name: 'DELETED', last_name: '', deactivated: 'deleted' };
    const { posts, owners, users } = pageOf([odd.deletedOwner], { profiles: [deleted] });
    expect(posts).toHaveLength(1);
    expect([owners, users]).toEqual([[], []]);
  });
});

test('users are the authors, signers before publishers', () => {
  const profiles = [profile({ id: 2, screen_name: 'anna', first_name: 'Анна', last_name: '' }), profile({ id: 3 })];
  const posts = [odd.signed, wallPost({ id: 11, owner_id: 3, from_id: 2, date })];
  const { users, ...page } = pageOf(posts, { profiles });
  expect(page.posts.map(({ userId }) => userId)).toEqual([2, 2]);
  expect(users).toEqual([{ userId: 2, name: 'Анна', domain: 'anna', photoUrl: null }]);
});

describe('the city of a post', () => {
  const kazan = { id: 60, title: 'Казань' };
  const author = { ...profile({ id: 2 }), city: kazan, country: { id: 1, title: 'Россия' } };

  test('is the community’s, else the author’s, with the country if VK sends it', () => {
    const groups = [group({ id: 1, city: moscow }), group({ id: 2 })];
    const posts = [odd.signed, { ...odd.signed, owner_id: -2 }];
    const page = pageOf(posts, { groups, profiles: [author] });
    expect(page.posts.map(({ cityId }) => cityId)).toEqual([1, 60]);
    expect(page.cities).toEqual([
      { cityId: 1, name: 'Москва', country: null },
      { cityId: 60, name: 'Казань', country: 'Россия' },
    ]);
  });

  test('is unknown when neither has one', () => {
    expect(postOf(odd.signed)?.cityId).toBeNull();
  });
});

describe('the page', () => {
  test('counts all results, and ends when a page is empty or VK names no next one', () => {
    const response = { items: [odd.entities], count: 1000, total_count: 31150, next_from: '1/-1_1' };
    const read = (changes: object) => {
      const { total, next } = mapPage(v.parse(vkFound, { ...response, ...changes }));
      return { total, next };
    };
    expect(read({})).toEqual({ total: 31150, next: '1/-1_1' });
    expect(read({ total_count: undefined, next_from: '' })).toEqual({ total: 1000, next: null });
    expect(read({ items: [] })).toEqual({ total: 31150, next: null });
  });
});

describe('what VK must not bring in', () => {
  test('a text of 9.5 MB is cut', () => {
    const text = postOf(wallPost({ id: 1, date, text: 'метро '.repeat(950_000) }))?.text ?? '';
    expect(text).toHaveLength(textMax);
    expect(text).toMatch(/метр[о ]*… \(текст сокращён\)$/);
  });

  test.each([0, -1, 1.5, 2 ** 32])('a city with the ID %s is missing', (id) => {
    const { posts, cities } = pageOf([wallPost({ id: 1, date })], {
      groups: [{ ...group({ id: 1 }), city: { id, title: 'Город' } }],
    });
    expect([posts[0]?.cityId, cities]).toEqual([null, []]);
  });

  test('names, addresses and positions that are too long count as missing, but the post is kept', () => {
    const long = 'x'.repeat(1_000_000);
    const url = `https://vk.com/${long}`;
    const page = pageOf(
      [
        { ...withAttachments({ type: 'photo', photo: { sizes: [{ url, width: 1, height: 1 }] } }), from_id: 1 },
        wallPost({ id: 2, owner_id: -2, date }),
      ],
      {
        profiles: [{ ...profile({ id: 1 }), screen_name: long, photo_100: url }],
        groups: [
          { ...group({ id: 1 }), screen_name: long, photo_100: url, city: { id: 1, title: long } },
          { ...group({ id: 2 }), name: long },
        ],
      },
      { next_from: long },
    );
    expect(JSON.stringify(page).length).toBeLessThan(3000);
    expect(page.posts).toHaveLength(2);
    expect(page.owners).toMatchObject([{ ownerId: -1, domain: 'club1', photoUrl: null }]);
    expect(page.users).toMatchObject([{ userId: 1, domain: 'id1', photoUrl: null }]);
    expect(page).toMatchObject({ cities: [], next: null });
  });
});

test('of posts that were asked for, all named ones are known, also deleted ones and those that cannot be read', () => {
  const items = [
    wallPost({ id: 1, date, text: 'Метро', views: { count: 7 } }),
    wallPost({ id: 2, date, is_deleted: true }),
    { id: 3, owner_id: -1, is_deleted: 1 },
    { id: 4, owner_id: -1, date: 'yesterday' },
    'no post',
  ];
  const { posts, named, deleted } = mapLookedUp(v.parse(vkLookedUp, { items, profiles: [], groups: [] }));
  expect(posts).toMatchObject([{ postId: 1, text: 'Метро', facts: { views: 7 } }]);
  expect(named.map(({ postId }) => postId)).toEqual([1, 2, 3, 4]);
  expect(deleted).toEqual([
    { ownerId: -1, postId: 2 },
    { ownerId: -1, postId: 3 },
  ]);
});
