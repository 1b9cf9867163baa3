import * as v from 'valibot';
import { mapPage } from '../../server/backend/jobs/collector/vk/map-page.ts';
import { vkFound } from '../../server/backend/jobs/collector/vk/search-reply.ts';
import { matchesSearch } from '../../server/backend/rules/search/query-tree.ts';
import { parseSearchQuery } from '../../server/backend/rules/search/search-query.ts';
import { createDemoWorld } from './demo-world.ts';
import type { WallPost } from './world.ts';

const startedAt = Date.parse('2026-11-20T12:00:00Z');
const start = startedAt / 1000;
const day = 24 * 60 * 60;
const origin = 'http://127.0.0.1:1';
let time = startedAt;
const world = createDemoWorld({ startedAt, now: () => time, origin });

const found = (text: string, days = 30, to = start) => world.search({ text, from: to - days * day, to });
/** The words of the post and of its original, otherwise the title of a link or a poll. */
const textOf = ({ text, attachments = [], copy_history: copies = [] }: WallPost) =>
  [text, copies[0]?.text].filter(Boolean).join('\n\n') ||
  (attachments.map(({ link, poll }) => link?.title ?? poll?.question ?? '').find((title) => title !== '') ?? '');
const idsOf = (posts: readonly WallPost[]) => posts.map(({ owner_id, id }) => `${owner_id}_${id}`);

beforeEach(() => {
  time = startedAt;
});

describe('the demo world', () => {
  test.each(['метро', 'квантовый утюг', '"новая станция" -дорога', 'купить гараж', 'iPhone 17', 'ремонт дорог'])(
    'has posts of the last month about «%s», which match it, newest first',
    (text) => {
      const posts = found(text);
      const query = parseSearchQuery(text);
      const texts = posts.map(textOf).filter((one) => one !== '');
      expect(texts.length).toBeGreaterThan(10);
      expect(new Set(texts).size).toBeGreaterThan(5);
      expect(texts.filter((one) => query === null || !matchesSearch(one, query))).toEqual([]);
      expect(posts.map(({ date }) => date)).toEqual(posts.map(({ date }) => date).toSorted((a, b) => b - a));
      expect(found(text)).toEqual(posts);
    },
  );

  test.each(['!!!', '""', '-метро'])('has no invented posts about %s', (text) => {
    expect(found(text, 30).every((post) => textOf(post) === '' || !textOf(post).includes(text))).toBe(true);
  });

  test('new posts about any phrase arrive within a minute', () => {
    for (const text of ['метро', 'квантовый утюг']) {
      const counts = [0, 60, 120, 180].map((later) => found(text, 1, start + later).length);
      expect(counts).toEqual(counts.toSorted((a, b) => a - b));
      expect(new Set(counts).size).toBe(4);
    }
  });

  test('after a restart the same posts are found, with the same texts', () => {
    const later = createDemoWorld({ startedAt: startedAt + 3_600_000, now: () => time, origin });
    const month = { text: 'квантовый утюг', from: start - 30 * day, to: start - day };
    const known = new Map(world.search(month).map((post) => [post.id, post.text]));
    const again = later.search(month);
    expect(again.length).toBeGreaterThan(known.size * 0.9);
    expect(again.filter(({ id, text }) => known.get(id) !== text)).toEqual([]);
  });

  test('one phrase had a peak of 4,000 posts last year, one rises, one is silent', () => {
    expect(found('школьное питание', 365).length).toBeGreaterThan(4200);
    expect(found('отключение горячей воды', 2).length).toBeGreaterThan(
      found('отключение горячей воды', 9, start - 2 * day).length,
    );
    expect(found('городской марафон', 11).length).toBeLessThan(5);
    expect(found('городской марафон', 60).length).toBeGreaterThan(20);
  });

  test('some posts are reposts, copies, spam, advertisements, only pictures, or edited; most are none of these', () => {
    const posts = found('обращение к мэру', 365);
    const share = (has: (post: WallPost) => boolean) => posts.filter(has).length / posts.length;
    const originals = posts.flatMap(({ copy_history: copies = [] }) => copies.map(textOf));
    const rare = [
      share(({ copy_history: copies }) => copies !== undefined),
      share(({ owner_id }) => owner_id < -130_000),
      share(({ marked_as_ads: isAd }) => isAd === 1),
      share((post) => textOf(post) === '' && post.attachments !== undefined),
      share(({ edited }) => edited !== undefined),
      share(({ text }) => originals.some((original) => text.startsWith(original))),
    ];
    expect(rare.filter((part) => part < 0.01 || part > 0.3)).toEqual([]);
    expect(share(({ attachments }) => attachments !== undefined)).toBeGreaterThan(0.2);
    expect(share((post) => post.text === '' && post.copy_history === undefined && textOf(post) !== '')).toBeGreaterThan(
      0.01,
    );
    expect(share((post) => post.text !== '' && post.copy_history !== undefined)).toBeGreaterThan(0.01);
  });

  test('a collector stores comments on reposts with the original, and titles of links and polls', () => {
    const { posts } = mapPage(v.parse(vkFound, { items: found('обращение к мэру', 365), profiles: [], groups: [] }));
    const kinds = posts.flatMap(({ textParts }) =>
      textParts.map(({ kind, at }) => `${kind}${at > 0 ? ' after own words' : ''}`),
    );
    expect(new Set(kinds)).toEqual(new Set(['repost', 'repost after own words', 'link', 'poll']));
  });

  test('views and likes grow while a post is young', () => {
    const [young] = found('метро').filter(({ views }) => (views?.count ?? 0) > 100);
    time += 24 * 60 * 60 * 1000;
    const later = found('метро').find(({ id }) => id === young?.id);
    expect(later?.views?.count).toBeGreaterThan(young?.views?.count ?? 0);
    expect(later?.likes?.count).toBeGreaterThan(young?.likes?.count ?? 0);
  });

  test('no post occurs twice, and texts are escaped as VK escapes them', () => {
    const ids = idsOf(found('новости', 365));
    expect(new Set(ids).size).toBe(ids.length);
    const links = found('новости', 365)
      .map(textOf)
      .filter((text) => text.includes('from=vk'));
    expect(links.length).toBeGreaterThan(0);
    expect(links.filter((text) => !text.includes('&amp;from=vk'))).toEqual([]);
  });

  test('communities and people have names, most a city and a picture', () => {
    const posts = found('обращение к мэру', 365);
    const owners = [...new Set(posts.map(({ owner_id: owner }) => owner))];
    const groups = owners.filter((id) => id < 0).map((id) => world.group(-id));
    expect(groups.filter(({ name }) => name.startsWith('Сообщество'))).toEqual([]);
    expect(groups.filter(({ city }) => city).length).toBeGreaterThan(groups.length / 2);
    expect(groups.filter(({ photo_100: photo }) => photo?.startsWith(origin)).length).toBeGreaterThan(
      groups.length / 2,
    );
    const signer = posts.find(({ signer_id: id }) => id !== undefined)?.signer_id ?? 0;
    expect(world.profile(signer).last_name).toMatch(/^[А-ЯЁ][а-яё]+$/);
  });
});
